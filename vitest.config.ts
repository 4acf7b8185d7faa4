import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'node',
    include: ['{domain,server,scripts,testing,web,bench,trust}/**/*.test.{ts,tsx}'],
    exclude: ['e2e/**', 'node_modules/**', 'dist/**'],
    globalSetup: ['testing/global-setup.ts'],
    // Processes rather than threads: a crash of native code (argon2) is then a failed test, not a silent end.
    pool: 'forks',
    maxWorkers: 2,
    // Files share what they import, as requests do: to read the code anew for each took as long as half of the tests.
    isolate: false,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    testTimeout: 15_000,
    hookTimeout: 30_000,
    restoreMocks: true,
    unstubEnvs: true,
  },
})
