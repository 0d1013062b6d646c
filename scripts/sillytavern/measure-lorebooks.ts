import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { type LoreCase, loreCases } from '../../test/lorebook-cases.ts'
import { findBrowser } from '../find-browser.ts'
import { startSillyTavern, VERSION } from './start-sillytavern.ts'

/**
 * Measures what SillyTavern chooses in the cases of `test/lorebook-cases.ts`, and writes it to
 * `test/lorebook-expected.json`. It installs that program outside the repository, starts it with an empty profile, and
 * calls the function of its own page that searches lorebooks. Nothing of it is a dependency, and no test runs this.
 */
const log = (line: string) => process.stdout.write(`${line}\n`)

/** The parts of the page's modules that are used. The page loads them, so their types are unknown here. */
interface PageModules {
  world: {
    setWorldInfoSettings: (settings: object, data: object) => void
    convertCharacterBook: (book: object) => { entries: Record<string, { uid: number; world?: string }> }
    checkWorldInfo: (
      said: readonly string[],
      tokens: number,
      isDry: boolean,
    ) => Promise<{
      worldInfoBefore: string
      worldInfoAfter: string
      allActivatedEntries: Set<{ uid: number }>
    }>
  }
  script: {
    eventSource: {
      on: (type: string, listener: (lore: { characterLore: object[] }) => void) => void
      removeListener: (type: string, listener: (lore: { characterLore: object[] }) => void) => void
    }
    event_types: Record<string, string>
  }
  power: { power_user: { tokenizer: number } }
}

/** Runs in the page. Its own tokenizer is replaced by its guess, which needs no download and is the same here. */
async function measure(cases: readonly LoreCase[]) {
  const load = (path: string) => import(path)
  const world: PageModules['world'] = await load('/scripts/world-info.js')
  const { eventSource, event_types: types }: PageModules['script'] = await load('/script.js')
  const { power_user: settings }: PageModules['power'] = await load('/scripts/power-user.js')
  settings.tokenizer = 0
  const results: Record<string, { before: string; after: string; entered: number[] }> = {}
  for (const { name, said, book } of cases) {
    world.setWorldInfoSettings(
      {
        world_info_depth: book.scan_depth ?? 2,
        world_info_recursive: book.recursive_scanning ?? false,
        world_info_budget: 25,
        world_info_include_names: false,
        // Its settings and not its code would otherwise decide: a new profile has other ones than the code.
        world_info_case_sensitive: false,
        world_info_match_whole_words: false,
        world_info_min_activations: 0,
        world_info_max_recursion_steps: 0,
        world_info_budget_cap: 0,
        world_info_use_group_scoring: false,
      },
      { world_names: [] },
    )
    const { entries } = world.convertCharacterBook(structuredClone(book))
    const listener = ({ characterLore }: { characterLore: object[] }) => {
      const own = Object.values(entries).map((entry) => ({ ...entry, world: 'case' }))
      characterLore.push(...own.sort((one, other) => one.uid - other.uid).toSorted(byOrder))
    }
    const byOrder = (one: object, other: object) =>
      (other as { order: number }).order - (one as { order: number }).order
    eventSource.on(types.WORLDINFO_ENTRIES_LOADED ?? '', listener)
    const chosen = await world.checkWorldInfo([...said], (book.token_budget ?? 2_000) * 4, true)
    eventSource.removeListener(types.WORLDINFO_ENTRIES_LOADED ?? '', listener)
    results[name] = {
      before: chosen.worldInfoBefore,
      after: chosen.worldInfoAfter,
      entered: [...chosen.allActivatedEntries].map(({ uid }) => uid).sort((one, other) => one - other),
    }
  }
  return results
}

const program = await startSillyTavern(process.argv[2])
const browser = await chromium.launch({ executablePath: await findBrowser(log), args: ['--no-sandbox'] })
try {
  const page = await browser.newPage()
  await page.goto(program.address)
  await page.waitForFunction(() => document.querySelector('#preloader') === null, undefined, {
    timeout: 120_000,
  })
  const expected = await page.evaluate(measure, loreCases)
  const file = fileURLToPath(new URL('../../test/lorebook-expected.json', import.meta.url))
  writeFileSync(file, `${JSON.stringify({ measuredWith: `SillyTavern ${VERSION}`, expected }, null, 2)}\n`)
  log(`${Object.keys(expected).length} cases are measured`)
} finally {
  await browser.close()
  program.stop()
}
