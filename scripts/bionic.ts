import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runOperator } from '../src/server/operator/main.ts'

/** The operator's program from its sources, with the settings of `.env` like `npm start`. */
const settings = fileURLToPath(new URL('../.env', import.meta.url))
if (existsSync(settings)) process.loadEnvFile(settings)

await runOperator(process.argv.slice(2), process.env)
