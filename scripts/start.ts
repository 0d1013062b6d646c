import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// A second start compiles nothing anew.
enableCompileCache(fileURLToPath(new URL('../.cache/compile', import.meta.url)))

const [{ main }, { buildWeb }] = await Promise.all([
  import('../src/server/main.ts'),
  import('./build-web.ts'),
])
await main(buildWeb)
