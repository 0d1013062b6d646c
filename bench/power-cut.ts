import { cutFirstStart, cutUnderLoad } from '../test/power-cuts.ts'

/**
 * `node bench/power-cut.ts [rounds] [seed]`: simulates power cuts on the embedded database's disk, half of the rounds
 * under load and half during a first start.
 */
const rounds = Number(process.argv[2] ?? 100)
const seed = Number(process.argv[3] ?? 1)

const acknowledged = await cutUnderLoad(Math.ceil(rounds / 2), seed)
console.log(
  `  under load: ${Math.ceil(rounds / 2)} cuts, ${acknowledged} acknowledged rows, all of them there`,
)
await cutFirstStart(Math.floor(rounds / 2), seed)
console.log(`  during a first start: ${Math.floor(rounds / 2)} cuts, each opened by the next start`)
