import { expect, test } from 'vitest'
import { type ControlAddress, controlAddress, readControlAddress } from './control-address.ts'

const read = (address: string) => readControlAddress(new URL(address, 'http://bionic.example').searchParams)
const id = '5db052f2-33ba-4124-abcb-af26f751efe3'

test('the plain address is all agents over seven days', () => {
  expect(read('/control')).toEqual({ agent: null, range: '7d' })
  expect(controlAddress({ agent: null, range: '7d' })).toBe('/control')
})

test.each<ControlAddress>([
  { agent: null, range: '24h' },
  { agent: id, range: '7d' },
  { agent: id, range: '30d' },
  { agent: 'a&range=24h', range: '30d' },
])('an address gives back what was written into it: %j', (address) => {
  expect(read(controlAddress(address))).toEqual(address)
})

test('a range that there is not is as good as none, and so is an empty agent; capitals are the same id', () => {
  expect(read('/control?range=1y&agent=')).toEqual({ agent: null, range: '7d' })
  expect(read('/control?range=toString')).toEqual({ agent: null, range: '7d' })
  expect(read(`/control?agent=${id.toUpperCase()}`)).toEqual({ agent: id, range: '7d' })
})
