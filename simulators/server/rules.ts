/** Named behaviours of the simulated server; replaced by the helper who builds it. */
export type Rules = { readonly [name: string]: never };
