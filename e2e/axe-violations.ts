import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'

const axe = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * Resolves once nothing fades in any more: an element that does is translucent, and does not have its final contrast yet.
 * An animation's own promise is not waited for: it stays open while its element is skipped (`content-visibility`).
 */
export async function cameToRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const moves = ({ effect, playState }: Animation) =>
      playState === 'running' && effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY
    while (document.getAnimations().some(moves)) await new Promise(requestAnimationFrame)
  })
}

/**
 * The violations that axe finds on the current page: the rule and the element, one line each. The page's policy forbids
 * a script tag.
 */
export async function axeViolations(page: Page): Promise<string[]> {
  await cameToRest(page)
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe)
  // Passed rules are not reported, so axe need not describe them.
  return page.evaluate<string[]>(
    `axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ' at ' + target.join(' '))))`,
  )
}
