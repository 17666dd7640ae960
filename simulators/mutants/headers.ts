import { paramHeaderMutants } from "./headers/param.ts";
import { standardHeaderMutants } from "./headers/standard.ts";
import { versionHeaderMutants } from "./headers/version.ts";
import type { Mutant } from "./mutant.ts";

export const mutants: readonly Mutant[] = [...standardHeaderMutants, ...versionHeaderMutants, ...paramHeaderMutants];
