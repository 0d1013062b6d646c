import { mkdirSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { preparedDataFolder } from '../src/server/base/files.ts'
import { openPglite } from '../src/server/db/embedded/open-pglite.ts'
import { cutPower } from './forgetful-disk.ts'
import { randomFrom } from './random-from.ts'

/**
 * `write-until-power-cut.ts <data folder> <step> <seed>`: opens or makes the database in the folder, says which rows it has, and
 * writes until the power goes with that step, saying which rows are acknowledged. With the step 0 it only looks.
 */
const [dataFolder = '', step = '0', seed = '0'] = process.argv.slice(2)
const say = (what: string, value: unknown) => writeSync(1, `${what} ${JSON.stringify(value)}\n`)
const random = randomFrom(Number(seed))
mkdirSync(dataFolder, { recursive: true })
const stepsSoFar = cutPower(dataFolder, Number(step) || Number.POSITIVE_INFINITY, random)

const pglite = await openPglite(join(dataFolder, 'db'), undefined, {
  prepared: join(preparedDataFolder, 'db'),
})
await pglite.exec('create table if not exists kept (number integer primary key, text text)')
const { rows } = await pglite.query<{ number: number }>('select number from kept where length(text) > 0')
const numbers = rows.map(({ number }) => number)
await pglite.exec('set enable_seqscan = off')
const counted = await pglite.query<{ count: number }>(
  'select count(number)::int as count from kept where number >= 0',
)
await pglite.exec('reset enable_seqscan')
say('open', { steps: stepsSoFar(), rows: numbers, byIndex: counted.rows[0]?.count })

let next = Math.max(-1, ...numbers) + 1
while (step !== '0') {
  const batch = Array.from({ length: 1 + Math.floor(random() * 40) }, () => next++)
  await pglite.query(
    "insert into kept select value, repeat('word', 200) from unnest($1::integer[]) as value",
    [batch],
  )
  say('kept', batch)
  if (random() < 0.1) await pglite.exec('checkpoint')
  if (random() < 0.1)
    await pglite.exec('update kept set text = text || text where number % 7 = 0 and length(text) < 1000')
  if (random() < 0.1) await pglite.exec('vacuum kept')
}
await pglite.close()
