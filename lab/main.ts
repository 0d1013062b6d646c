/**
 * The laboratory of faults (docs/laboratory.md): seeded schedules of what people do and of what goes wrong, on servers
 * and databases of its own.
 *
 * npm run lab -- [--schedules N] [--seed S] [--only kind] [--minutes M] [--planted name] [--known]
 */
import { readFileSync } from 'node:fs'
import { Command, InvalidArgumentError, Option } from 'commander'
import { build } from '../scripts/build.ts'
import { hasRealmServers } from '../test/realm-servers.ts'
import { isCaught, type PlantedFault, plantedFaults, plantedProgram } from './planted/planted-faults.ts'
import { printFigures } from './print-figures.ts'
import { Laboratory } from './schedules/laboratory.ts'
import { type Kind, kinds } from './schedules/schedule.ts'
import { soak } from './soak/soak.ts'

/** Within so many schedules each planted fault has to be caught. */
const CAUGHT_WITHIN = 50

interface Options {
  schedules: number
  seed: number
  only?: Kind
  minutes: number
  worlds: number
  planted?: PlantedFault
  known?: boolean
  shrink: boolean
  soak?: number
  database: 'embedded' | 'postgresql'
  rate: number
  agents: number
  messages: number
}

const positive = (text: string): number => {
  const number = Number(text)
  if (!(number > 0)) throw new InvalidArgumentError('It must be a number above 0.')
  return number
}

const program = new Command('lab')
  .description('Runs seeded schedules of faults against real servers, and says which promises did not hold.')
  .option('--schedules <n>', 'how many', positive, 100)
  .option('--seed <n>', 'the seed of the first; the next ones follow', positive, 1)
  .addOption(new Option('--only <kind>', 'one kind of fault').choices(kinds))
  .option('--minutes <n>', 'ends after this time, whatever is left', positive, 30)
  .option('--worlds <n>', 'how many worlds of two servers work beside each other', positive, 2)
  .addOption(
    new Option('--planted <name>', 'plants a fault into the servers, which has to be caught').choices(
      plantedFaults,
    ),
  )
  .option('--known', 'runs the seeds that failed once')
  .option('--no-shrink', 'prints a failing schedule without looking for fewer steps that fail')
  .option('--soak <minutes>', 'mixed work without faults, with what grows', positive)
  .addOption(
    new Option('--database <kind>', 'of the soak').choices(['embedded', 'postgresql']).default('postgresql'),
  )
  .option('--rate <n>', 'rounds of work a second of the soak', positive, 2)
  .option('--agents <n>', 'which the soak finds', positive, 0)
  .option('--messages <n>', 'which the soak finds', positive, 0)
  .parse()
const options = program.opts<Options>()

if (!hasRealmServers) {
  console.error('The laboratory needs redis-server and a PostgreSQL server that this user can start.')
  process.exit(1)
}
await build(console.log)
if (options.soak) await soak({ ...options, minutes: options.soak })
else await runSchedules()
// Connections that clients keep open would hold it up.
process.exit()

async function runSchedules(): Promise<void> {
  const { planted, only, seed, minutes, worlds, shrink } = options
  const count = planted ? CAUGHT_WITHIN : options.schedules
  const laboratory = new Laboratory({
    seeds: options.known
      ? knownSeeds()
      : Array.from({ length: count }, (_, index) => ({ seed: seed + index })),
    ...{ minutes, worlds, only },
    ...(planted && {
      planted: plantedProgram([planted]),
      isEnough: (faults: readonly string[]) => isCaught(planted, faults),
    }),
    shrinks: shrink && !planted,
    say: (line) => console.log(line),
  })
  // What it started would outlive it.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => laboratory.end())
  await laboratory.run()
  printFigures(laboratory.figures)
  const { schedules, failures } = laboratory
  if (planted) {
    const caught = isCaught(planted, laboratory.faults)
    console.log(caught ? `${planted} was caught by schedule ${schedules}.` : `${planted} was not caught.`)
    process.exitCode = caught ? 0 : 1
    return
  }
  console.log(`${schedules} schedules, ${failures.length} failed.`)
  if (failures.length > 0) process.exitCode = 1
}

function knownSeeds(): { seed: number; kind: Kind }[] {
  return JSON.parse(readFileSync(new URL('seeds.json', import.meta.url), 'utf8'))
}
