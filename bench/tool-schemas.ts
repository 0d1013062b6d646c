/**
 * The schemas and right arguments of the Berkeley Function-Calling Leaderboard (a checkout of it is given), through the
 * dialects of all providers and back. Its questions are not asked: only that nothing is lost on the way.
 *
 * node bench/tool-schemas.ts <folder of bfcl_eval/data>
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { schemaFaults } from '../test/tool-schemas.ts'

interface Described {
  name: string
  description: string
  parameters: Record<string, unknown>
}
interface Question {
  id: string
  function?: Described[] | Described
}
type Answer = { id: string; ground_truth: Record<string, Record<string, unknown[]>>[] }

const folder = process.argv[2]
if (!folder || !existsSync(folder)) throw new Error('The folder of the data is missing.')
const readLines = <Line>(path: string) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Line)

let [schemas, calls, faults] = [0, 0, 0]
const isOfLines = (name: string) =>
  name.endsWith('.json') && readFileSync(join(folder, name), 'utf8').startsWith('{"id"')
for (const file of readdirSync(folder).filter(isOfLines)) {
  const answered = join(folder, 'possible_answer', file)
  const answers = new Map(
    existsSync(answered) ? readLines<Answer>(answered).map((one) => [one.id, one.ground_truth]) : [],
  )
  for (const { id, function: described = [] } of readLines<Question>(join(folder, file)))
    for (const tool of [described].flat()) {
      const right =
        answers
          .get(id)
          ?.flatMap((call) => (Array.isArray(call) || !call[tool.name] ? [] : [call[tool.name]])) ?? []
      const wanted = right.length > 0 ? right.map((call) => firstChoices(call ?? {})) : [{}]
      schemas++
      for (const given of wanted) {
        calls++
        const found = schemaFaults(
          { ...tool, name: tool.name.replaceAll(/[^\w-]/g, '_').slice(0, 64), arguments: given },
          1 + (calls % 97),
        )
        faults += found.length
        for (const fault of found.slice(0, 1)) console.log(`${id}: ${fault.slice(0, 300)}`)
      }
    }
}
console.log(`${schemas} schemas with ${calls} calls in seven providers' streams: ${faults} faults`)
process.exitCode = faults > 0 ? 1 : 0

/** Of the values that are right, the first; an empty one stands for leaving it out. */
function firstChoices(call: Record<string, unknown[]>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(call).flatMap(([name, values]) => (values[0] === '' ? [] : [[name, values[0]]])),
  )
}
