import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const containerfile = fileURLToPath(new URL('../../Containerfile', import.meta.url))

export interface Instruction {
  /** In capitals, such as `COPY`. */
  name: string
  /** What follows it, with its lines joined. */
  value: string
}

/** The instructions of a Containerfile, in their order; comments and empty lines are left out. */
export function readInstructions(): Instruction[] {
  const lines = readFileSync(containerfile, 'utf8')
    .split('\n')
    .filter((line) => !/^\s*(?:#|$)/.test(line))
    .join('\n')
    .replaceAll(/\\\n\s*/g, ' ')
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [, name = '', value = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
      return { name, value }
    })
}

/** The pairs of `ENV` and `LABEL`, by their names. */
export function pairsOf(instructions: readonly Instruction[], name: 'ENV' | 'LABEL'): Record<string, string> {
  const pairs = instructions
    .filter((instruction) => instruction.name === name)
    .flatMap(({ value }) => [...value.matchAll(/([\w.]+)=(?:"([^"]*)"|(\S+))/g)])
  return Object.fromEntries(pairs.map(([, key, quoted, plain]) => [key, quoted ?? plain ?? '']))
}

/** The only value of an instruction that stands once. */
export function onlyValueOf(instructions: readonly Instruction[], name: string): string {
  const [found] = instructions.filter((instruction) => instruction.name === name)
  if (found === undefined) throw new Error(`The Containerfile has no ${name}.`)
  return found.value
}
