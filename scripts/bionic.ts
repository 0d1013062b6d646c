import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import './quick-imports.ts'

/** The operator's program from its sources, with the settings of `.env` like `npm start`. */
const settings = fileURLToPath(new URL('../.env', import.meta.url))
if (existsSync(settings)) process.loadEnvFile(settings)

// Not by a static import, which Node would resolve before the hook of `quick-imports.ts` is there.
const { runOperator } = await import('../src/server/operator/main.ts')
await runOperator(process.argv.slice(2), process.env)
