import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { bringTools } from './scripts/bring-tools.ts'
import { findBrowser, isPackaged } from './scripts/find-browser.ts'

await bringTools('referees')
const executablePath = await findBrowser((line) => process.stdout.write(`${line}\n`))
// Each worker reads this file, too: it takes what was found, and tries to install nothing.
process.env.CHROMIUM_PATH = executablePath

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The packaged one is made for places where a process can't be forked; elsewhere a fork is an eighth of a page's CPU less.
  ...(isPackaged(executablePath) ? ['--no-zygote'] : []),
]

/** A whole Chromium beside the one above: it fetches all that this one does, and of a page its icons and its manifest, too. */
const wholeBrowser = process.env.WHOLE_BROWSER

/** What a page fetches: proved where most is fetched, and once. */
const fetching = /first-visit\.spec\.ts$/

/** Journeys in a real browser against the production build; `e2e/fixtures.ts` starts what they need. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: '.cache/journeys',
  fullyParallel: true,
  // A page waits for its server and its journey for the page: one worker more than there are cores keeps these busy.
  workers: availableParallelism() + 1,
  forbidOnly: Boolean(process.env.CI),
  retries: process.env.RETRY_FAILED === '1' ? 1 : 0,
  // Nothing is asserted about time, and a machine can be busy: only a journey that fails waits as long.
  timeout: 180_000,
  expect: { timeout: 45_000 },
  reporter: [['list'], ['json', { outputFile: '.cache/journeys.json' }]],
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath, args },
    viewport: { width: 1280, height: 860 },
    // Without a graphics card a moving background takes a core of its own. What moves is proved where it is meant.
    contextOptions: { reducedMotion: 'reduce' },
    // A worker would stand between a journey and what it makes of the network; `offline.spec.ts` has it.
    serviceWorkers: 'block',
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    // First, so that its long ones do not run alone at the end; on one worker, since each starts a server and a browser.
    ...(wholeBrowser
      ? [
          {
            name: 'whole browser',
            testMatch: [fetching, /main-job\.spec\.ts$/],
            workers: 1,
            use: { launchOptions: { executablePath: wholeBrowser, args } },
          },
        ]
      : []),
    { name: 'journeys', ...(wholeBrowser && { testIgnore: fetching }) },
  ],
})
