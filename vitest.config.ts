import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{bin,harness,simulators,suites,schemas,reports,test}/**/*.test.ts"],
    testTimeout: 20_000,
    pool: "forks",
    maxWorkers: 2,
    maxConcurrency: 3,
  },
});
