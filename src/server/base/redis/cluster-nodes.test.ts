import { expect, test } from 'vitest'
import { parseNodes, unserved } from './cluster-nodes.ts'

test('nodes are read with their role, state and slots, and those that nobody has met are left out', () => {
  const text = [
    'aa 10.0.0.1:7000@17000,one myself,master - 0 0 1 connected 0-5460 5462 [5461->-bb]',
    'bb 10.0.0.2:7000@17000 master,fail - 1 1 2 disconnected 5463-16383',
    'cc 10.0.0.3:7000@17000 slave,fail? aa 0 1 1 connected',
    'dd :0@0 master,noaddr - 1 1 0 disconnected',
    'ee 10.0.0.5:7000@17000 handshake - 0 0 0 connected',
    '',
  ].join('\n')
  const nodes = parseNodes(text)
  expect(nodes).toEqual([
    { address: '10.0.0.1:7000', role: 'master', state: 'up', slots: 5462, follows: null },
    { address: '10.0.0.2:7000', role: 'master', state: 'down', slots: 10_921, follows: null },
    { address: '10.0.0.3:7000', role: 'replica', state: 'suspected', slots: 0, follows: '10.0.0.1:7000' },
  ])
  expect(unserved(nodes)).toBe(10_922)
})
