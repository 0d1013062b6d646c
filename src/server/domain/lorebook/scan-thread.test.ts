import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import { ScanThread } from './scan-thread.ts'

const scan = {
  ...{ messages: ['A quince.'], names: { char: 'Nova', user: 'User' }, windowTokens: 8_000 },
  lorebook: {
    entries: [{ keys: ['/qu.nce/'], content: 'It is a fruit.', enabled: true, insertion_order: 1 }],
  },
}

test('after a thread that died before it was ready, the next scan has another one', async () => {
  const folder = temporaryFolder()
  const [died, path] = [join(folder, 'died'), join(folder, 'worker.ts')]
  const worker = new URL('scan-worker.ts', import.meta.url).href
  writeFileSync(
    path,
    `import { existsSync, writeFileSync } from 'node:fs'
     if (!existsSync(${JSON.stringify(died)})) {
       writeFileSync(${JSON.stringify(died)}, '')
       process.exit(1)
     }
     await import(${JSON.stringify(worker)})`,
  )
  const thread = new ScanThread(pathToFileURL(path))
  const begun = performance.now()
  expect(await thread.scan(scan, 'seed')).toBeNull()
  expect(existsSync(died)).toBe(true)
  expect((await thread.scan(scan, 'seed'))?.after).toEqual(['It is a fruit.'])
  expect(performance.now() - begun).toBeLessThan(10_000)
})
