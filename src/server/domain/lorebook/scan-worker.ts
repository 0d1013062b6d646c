import { parentPort } from 'node:worker_threads'
import type { ChosenLore, LoreScan } from './choose-lore.ts'
import { chooseWith } from './scan-means.ts'

export interface WorkerScan {
  id: number
  scan: LoreScan
  seed: string
  skipped: readonly string[]
}

/** `tries` names the expression that is about to be tried. */
export type WorkerNews =
  | { type: 'ready' }
  | { type: 'tries'; id: number; key: string }
  | { type: 'chosen'; id: number; chosen: ChosenLore }

const say = (news: WorkerNews) => parentPort?.postMessage(news)

/** Its user terminates it after a time limit, which also ends a stranger's expression that would run for years. */
parentPort?.on('message', ({ id, scan, seed, skipped }: WorkerScan) => {
  let last: string | undefined
  const chosen = chooseWith(scan, seed, {
    skipped: new Set(skipped),
    onTry: (key) => {
      if (key !== last) say({ id, type: 'tries', key })
      last = key
    },
  })
  say({ id, type: 'chosen', chosen })
})
say({ type: 'ready' })
