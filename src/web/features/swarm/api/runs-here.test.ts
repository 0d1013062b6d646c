import { beforeEach, expect, test } from 'vitest'
import { mapStorage } from '../../../../../test/map-storage.ts'
import { listRunsHere, prolongRunHere, rememberRunHere } from './runs-here.ts'

const id = '6f1c5e0a-9a3b-4c55-8c62-0a4c43a4a111'
const at = (time: string) => new Date(`2026-11-21T${time}:00.000Z`)
const phases = [{ task: 'What is light?', rounds: 1, words: 600 }]

beforeEach(() => {
  Object.assign(globalThis, { sessionStorage: mapStorage() })
})

/** A run that was begun here at 14:00 and that the server has until 15:00. */
function begin() {
  const times = { createdAt: at('14:00').toISOString(), updatedAt: at('14:00').toISOString() }
  const run = { id, phases, until: at('15:00').toISOString(), ...times }
  rememberRunHere(
    { ...run, own: true, mode: 'relay', seats: [], turns: [], state: 'running', shared: true },
    at('14:00'),
  )
}

test('a run that was gone on with is listed for as long as the server has it', () => {
  begin()
  prolongRunHere(id, at('15:50').toISOString())
  expect(listRunsHere(at('15:30'))).toEqual([
    { id, task: 'What is light?', until: at('15:50').toISOString() },
  ])
  expect(listRunsHere(at('15:50'))).toEqual([])
})

test('a run that was begun elsewhere does not come into the list by being shown here', () => {
  begin()
  prolongRunHere('6f1c5e0a-9a3b-4c55-8c62-0a4c43a4a112', at('15:50').toISOString())
  expect(listRunsHere(at('14:00')).map((run) => run.id)).toEqual([id])
})
