import { defineConfig } from '@playwright/test'

import { chromiumFlags, findChromium } from './testing/find-tools.ts'

const executablePath = findChromium()

const desktop = { viewport: { width: 1280, height: 800 } }

// There is no webServer: the tests start their own servers (see e2e/fixtures.ts), so that parallel files and runs
// do not share records. A test that needs only one screen size is tagged with it.
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  globalSetup: './e2e/global-setup.config.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // Twice the cores of a small machine: a test waits as much as it works.
  workers: 4,
  timeout: 180_000,
  // Longer than any step takes on a busy machine, where the first import waits for its thread to load.
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // Every context would install it anew, a seventh of the work; the tests that need one allow it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Animations are not tested, and rendering them takes a tenth of the browser's work.
    contextOptions: { reducedMotion: 'reduce' },
    // An action that waits longer will not succeed, so the test fails before its own timeout.
    actionTimeout: 30_000,
    launchOptions: { args: chromiumFlags, ...(executablePath ? { executablePath } : {}) },
  },
  projects: [
    {
      name: 'phone',
      grepInvert: /@desktop|@alone|@measure/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    // After the phone: there are more desktop tests, and the last of them keep every core busy to the end.
    { name: 'desktop', grepInvert: /@phone|@alone|@measure/, use: desktop },
    // Tests that measure milliseconds run alone on the machine.
    { name: 'alone', grep: /@alone/, workers: 1, dependencies: ['desktop', 'phone'], use: desktop },
    // Times that depend on the machine, measured on request.
    ...(process.env['MEASURE'] ? [{ name: 'measure', grep: /@measure/, workers: 1, use: desktop }] : []),
  ],
})
