import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig, type TestUserConfig } from 'vitest/config'
import { translationModules } from './scripts/build/translation-modules.ts'
import { findChromium } from './testing/find-tools.ts'
import { LongestFirst } from './testing/vitest/longest-first.ts'
import { databaseTests } from './testing/vitest/test-projects.ts'

const executablePath = findChromium()

const inNode = {
  environment: 'node',
  // Processes rather than threads: a crash of native code (argon2) is then a failed test, not a silent end.
  pool: 'forks',
  // Files share what they import, as requests do: to read the code anew for each took as long as half of the tests.
  isolate: false,
  execArgv: ['--disable-warning=ExperimentalWarning'],
  // Longer than any test takes on a busy machine; what has to be quick measures it itself.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  restoreMocks: true,
  unstubEnvs: true,
} satisfies TestUserConfig

export default defineConfig({
  test: {
    // One more than the two cores of a small machine: some files mostly wait for timeouts, locks and processes.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { ...inNode, name: 'plain', include: ['{domain,web,drill}/**/*.test.ts'] } },
      {
        test: {
          ...inNode,
          name: 'databases',
          include: databaseTests,
          alias: {
            '@node-rs/argon2': fileURLToPath(new URL('testing/vitest/quick-argon2.ts', import.meta.url)),
          },
          globalSetup: ['testing/vitest/global-setup.ts'],
        },
      },
      {
        plugins: [react(), translationModules(fileURLToPath(new URL('.', import.meta.url)))],
        // As in vite.config.ts, so that a component is laid out as in the app.
        css: { transformer: 'lightningcss', lightningcss: { drafts: { customMedia: true } } },
        // Found when the first test asks for it, it would reload the page in the middle of the test.
        optimizeDeps: {
          include: [
            'react',
            'react/jsx-dev-runtime',
            'react-dom/client',
            'react-router',
            'vitest-browser-react',
            'jsqr',
            'idb',
            'lean-qr',
            'lean-qr/extras/svg',
          ],
        },
        test: {
          name: 'browser',
          include: ['web/**/*.test.tsx'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                args: ['--no-sandbox', '--disable-gpu'],
                ...(executablePath && { executablePath }),
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
          testTimeout: 60_000,
          restoreMocks: true,
          unstubGlobals: true,
        },
      },
    ],
  },
})
