import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { build } from '../scripts/build.ts'

/**
 * `npm run bench` runs all measurements; `npm run bench first-word search` only those named. Each measurement is a
 * separate program, so that none affects another, and prints its figures beside a baseline of the same run.
 */
const all = [
  'first-load',
  'paint',
  'first-word',
  'doors',
  'replies',
  'receipts',
  'writes-per-reply',
  'replica-reads',
  'conversation',
  'long-conversations',
  'search',
  'partitions',
  'scale',
  'model-of-a-day',
  'knowledge',
  'ranking',
  'backup',
  'backup-beside-work',
  'control',
  'realms',
  'realm-faults',
  'sharded-publish',
  'rolling-update',
  'neighbours',
  'kill',
  'power-cut',
  'fuzz',
]
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !all.includes(name))
if (unknown.length > 0) {
  console.error(`There is no measurement called ${unknown.join(', ')}. There are: ${all.join(', ')}.`)
  process.exit(1)
}

await build(console.log)
for (const name of wanted.length > 0 ? wanted : all) {
  console.log(`\n${name}`)
  const child = spawn(process.execPath, [fileURLToPath(new URL(`${name}.ts`, import.meta.url))], {
    stdio: 'inherit',
  })
  const code = await new Promise<number | null>((resolve) => child.on('exit', resolve))
  if (code !== 0) process.exitCode = 1
}
