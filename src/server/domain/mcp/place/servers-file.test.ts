import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { temporaryFolder } from '../../../../../test/temporary-folder.ts'
import { createLog } from '../../../base/log.ts'
import { PlaceServers } from '../place-servers.ts'
import { describeServersFile, filledIn, parseServersFile, ServersFileError } from './servers-file.ts'

const address = 'https://tools.example/mcp'
const variable = ['$', '{LIBRARY_API_KEY}'].join('')
const file = (servers: object) => JSON.stringify({ servers })

test('a file with all there is is taken as it is', () => {
  const whole = {
    $schema: './mcp.schema.json',
    servers: {
      library: {
        name: 'Library',
        address,
        headers: { authorization: `Bearer ${variable}` },
        showAddress: true,
      },
      calendar: {
        ...{ address: 'http://10.0.0.7:8080/mcp', signIn: true },
        client: { id: 'us', secret: variable, issuer: 'https://login.example' },
      },
    },
  }
  expect(parseServersFile(JSON.stringify(whole))).toEqual(whole)
  const keys = { LIBRARY_API_KEY: 'abc' }
  expect(filledIn(`Bearer ${variable}`, keys)).toBe('Bearer abc')
  expect(() => filledIn(variable, {})).toThrow('LIBRARY_API_KEY is not set')
})

test.each<[string, string, string]>([
  ['{', '', 'no JSON'],
  ['{}', '"servers"', 'must be an object'],
  [file({ Library: { address } }), '"servers.Library"', 'small letters'],
  [file({ library: {} }), '"servers.library.address"', 'must be an address'],
  [file({ library: { address: 'ftp://x' } }), '"servers.library.address"', 'must be an address'],
  [
    file({ library: { address: 'https://a:b@x.example' } }),
    '"servers.library.address"',
    'without a password',
  ],
  [file({ library: { address, token: 'x' } }), '"servers.library.token"', 'nothing that is known'],
  [
    file({ library: { address, headers: { 'x-key': 'secret-value' } } }),
    '"servers.library.headers"',
    'must not hold a secret',
  ],
  [
    file({ library: { address, headers: { 'x-a': '$' + '{DATABASE_URL}' } } }),
    '"servers.library.headers.x-a"',
    '_API_KEY only',
  ],
  [file({ library: { address, headers: { 'x-a': 'a\nb' } } }), '"servers.library.headers.x-a"', 'one line'],
  [
    file({ library: { address, client: { id: 'a', secret: 'secret-value' } } }),
    '"servers.library.client.secret"',
    'name of a variable',
  ],
])('the fault in %s is named by its place, without a value', (text, place, why) => {
  const fault = () => parseServersFile(text)
  expect(fault).toThrow(ServersFileError)
  expect(fault).toThrow(place)
  expect(fault).toThrow(why)
  expect(fault).not.toThrow('secret-value')
})

test('a file counts when it changes; a faulty one leaves the last good one, and stops a start', async () => {
  const path = join(await temporaryFolder(), 'mcp.json')
  const options = { path, apiKeys: { LIBRARY_API_KEY: 'abc' }, log: createLog('silent'), everyMs: 5 }
  expect(() => new PlaceServers({ ...options, isNamed: true })).toThrow(`MCP_FILE names ${path}`)
  writeFileSync(path, file({ library: { address, headers: { authorization: `Bearer ${variable}` } } }))
  const servers = new PlaceServers({ ...options, isNamed: true })
  expect(servers.list()).toMatchObject([
    { id: 'library', auth: 'header', owner: null, isShown: false, headers: { authorization: 'Bearer abc' } },
  ])
  writeFileSync(path, file({ library: { address, name: 'The library' } }))
  await vi.waitFor(() => expect(servers.find('library')?.name).toBe('The library'))
  writeFileSync(path, '{ "servers": ')
  await new Promise((resolve) => setTimeout(resolve, 40))
  expect(servers.find('library')?.name).toBe('The library')
  servers.close()
  expect(() => new PlaceServers({ ...options, isNamed: false })).toThrow('is not valid. It is no JSON.')
})

test('docs/mcp.schema.json describes the file as it is read; `node scripts/write-schemas.ts` writes it', () => {
  const written = readFileSync(new URL('../../../../../docs/mcp.schema.json', import.meta.url), 'utf8')
  expect(JSON.parse(written)).toEqual(describeServersFile())
})
