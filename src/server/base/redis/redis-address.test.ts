import { expect, test } from 'vitest'
import { parseNodes, unserved } from './cluster-nodes.ts'
import { parseRedisUrl } from './redis-address.ts'

test('one address is one Redis, and several are nodes that share scheme and password', () => {
  expect(parseRedisUrl('redis://cache')).toMatchObject([{ url: 'redis://cache', host: 'cache', port: 6379 }])
  const shared = { username: 'ann', password: 'p/w', isEncrypted: true }
  expect(parseRedisUrl('rediss://ann:p%2Fw@a:7000, b,[::1]:7002')).toEqual([
    { url: 'rediss://ann:p%2Fw@a:7000', host: 'a', port: 7000, ...shared },
    { url: 'rediss://ann:p%2Fw@b', host: 'b', port: 6379, ...shared },
    { url: 'rediss://ann:p%2Fw@[::1]:7002', host: '::1', port: 7002, ...shared },
  ])
})

test('a comma in a password divides nothing', () => {
  expect(parseRedisUrl('redis://:one,two@cache:6380/2')).toMatchObject([
    { host: 'cache', port: 6380, password: 'one,two' },
  ])
})

test('what is no list of addresses is none', () => {
  for (const text of [
    'cache:6379',
    'http://cache',
    'redis://a:7000,',
    'redis://a:7000,b:x',
    'redis://a:99999',
  ])
    expect(parseRedisUrl(text), text).toBeNull()
})

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
