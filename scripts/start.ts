import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from './build.ts'

const settings = fileURLToPath(new URL('../.env', import.meta.url))
if (existsSync(settings)) process.loadEnvFile(settings)

const say = (line: string) => void process.stdout.write(`${line}\n`)

await build(say, ['server']).catch((error: Error) => {
  process.stderr.write(`Bionic can't run: ${error.message}\n`)
  process.exit(1)
})
const bundle = new URL('../dist/server/main.js', import.meta.url).href
const { main }: typeof import('../src/server/main.ts') = await import(bundle)
await main({ web: () => build(say, ['web']), database: () => build(say, ['database']) })
