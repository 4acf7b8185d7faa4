import { defineConfig } from '@playwright/test'

import { findChromium } from './testing/find-tools.ts'

const executablePath = findChromium()

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const desktop = { viewport: { width: 1280, height: 800 } }

// There is no webServer: the journeys start servers of their own (see e2e/fixtures.ts), so that no two files of a run
// and no run beside another share records. A journey that one screen is enough for is tagged with that screen.
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // One more than the cores of a small machine: a journey waits as much as it works.
  workers: 3,
  timeout: 60_000,
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    screenshot: 'only-on-failure',
    // An action that waits longer will not happen; the test need not wait for its own end to say so.
    actionTimeout: 15_000,
    launchOptions: { args: flags, ...(executablePath ? { executablePath } : {}) },
  },
  projects: [
    {
      name: 'phone',
      grepInvert: /@desktop|@alone/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    // After the phone: of a desk there are more journeys, and the last of them keep every core busy to the end.
    { name: 'desktop', grepInvert: /@phone|@alone/, use: desktop },
    // What is held to milliseconds has the machine to itself.
    { name: 'alone', grep: /@alone/, workers: 1, dependencies: ['desktop', 'phone'], use: desktop },
  ],
})
