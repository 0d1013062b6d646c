import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from './build.ts'

const settings = fileURLToPath(new URL('../.env', import.meta.url))
if (existsSync(settings)) process.loadEnvFile(settings)

const say = (line: string) => void process.stdout.write(`${line}\n`)

const { DATABASE_URL, DATABASE_URL_FILE, DATA_DIR = 'data' } = process.env
const isElsewhere = Boolean(DATABASE_URL || DATABASE_URL_FILE)
const parts = {
  web: build(say, ['web']),
  database: isElsewhere || existsSync(join(DATA_DIR, 'db')) ? undefined : build(say, ['database']),
}
// The server awaits them, and says what went wrong.
for (const part of Object.values(parts)) part?.catch(() => {})

await build(say, ['server']).catch((error: Error) => {
  process.stderr.write(`Bionic can't run: ${error.message}\n`)
  process.exit(1)
})
const bundle = new URL('../dist/server/main.js', import.meta.url).href
const { main }: typeof import('../src/server/main.ts') = await import(bundle)
await main({ web: () => parts.web, database: () => parts.database ?? build(say, ['database']) })
