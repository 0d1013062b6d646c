/**
 * Programs of others read the record of replies: Go's packages for its module database read notes, checkpoints, proofs
 * and tiles, and OpenSSL a signature. Where they are not and can't be installed, a line says so:
 *
 *     node test/referees/receipts.referee.ts
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installFromDebian, onPath } from '../../scripts/debian-packages.ts'
import { utf8 } from '../../src/shared/receipts/bytes.ts'
import { readNote, writeVerifierKey } from '../../src/shared/receipts/note.ts'
import { tilePath } from '../../src/shared/receipts/tile-path.ts'
import { leafHash, TILE_WIDTH } from '../../src/shared/receipts/tree.ts'
import { MemoryLog } from '../memory-log.ts'

const GO_PACKAGES = '/usr/share/gocode'

/** Over three levels of tiles, with an incomplete one on each. */
const SIZES = [
  { older: 1, newer: 1 },
  { older: 3, newer: 20 },
  { older: 255, newer: 257 },
  { older: 40_000, newer: 66_000 },
]

const say = (line: string) => process.stdout.write(`${line}\n`)

function findGo(): string | undefined {
  const isThere = () => existsSync(join(GO_PACKAGES, 'src/golang.org/x/mod/sumdb/tlog'))
  if (!onPath(['go'])) installFromDebian(['golang-go'])
  if (!isThere()) installFromDebian(['golang-golang-x-mod-dev'])
  return isThere() ? onPath(['go']) : undefined
}

function logOf(size: number): { log: MemoryLog; index: number } {
  const log = new MemoryLog()
  const index = log.reply('Light is a wave.')
  log.note(Array.from({ length: size - 1 }, (_, nth) => leafHash(utf8(`leaf ${nth}`))))
  return { log, index }
}

function writeTiles(folder: string, { read }: MemoryLog, size: number): void {
  for (let level = 0, width = size; width > 0; level++, width = Math.floor(width / TILE_WIDTH))
    for (let index = 0; index * TILE_WIDTH < width; index++) {
      const from = index * TILE_WIDTH
      const count = Math.min(TILE_WIDTH, width - from)
      const path = join(folder, 'tile', tilePath({ level, index, width: count }))
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, Buffer.concat(read({ level, from, count })))
    }
}

/** What the programs read, in one folder. */
function writeAll(folder: string, { older, newer }: (typeof SIZES)[number]): MemoryLog {
  const { log, index } = logOf(newer)
  const receipt = log.receipt(index, { size: newer, since: older })
  writeTiles(folder, log, newer)
  const files = {
    key: writeVerifierKey(log.key),
    checkpoint: log.checkpoint(newer),
    older: log.checkpoint(older),
    leaf: receipt.leaf,
    proof: receipt.proof,
    consistency: `${receipt.since?.hashes.join('\n')}\n`,
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return log
}

function run(program: string, args: readonly string[], env: Record<string, string> = {}): string {
  const options = { encoding: 'utf8', env: { ...process.env, ...env }, timeout: 120_000 } as const
  const { status, stdout, stderr } = spawnSync(program, args, options)
  assert.equal(status, 0, `${program} ${args.join(' ')}\n${stdout}${stderr}`)
  return stdout.trim()
}

function withFolder(work: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'receipts-'))
  try {
    work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const go = findGo()
if (go === undefined) say('Go and golang-golang-x-mod-dev are not here: the record is not read by them.')
else
  withFolder((folder) => {
    const program = join(folder, 'receipts')
    const source = fileURLToPath(new URL('receipts.go', import.meta.url))
    run(go, ['build', '-o', program, source], {
      ...{ GO111MODULE: 'off', GOPATH: GO_PACKAGES, GOCACHE: join(folder, 'cache'), GOFLAGS: '' },
    })
    for (const sizes of SIZES) {
      const of = join(folder, String(sizes.newer))
      mkdirSync(of)
      writeAll(of, sizes)
      say(`${sizes.newer} entries: ${run(program, [of])}`)
    }
  })

const openssl = onPath(['openssl'])
if (openssl === undefined) say('openssl is not here: no signature is checked by it.')
else
  withFolder((folder) => {
    const { log } = logOf(5)
    const note = readNote(log.checkpoint(5))
    const [signature] = note?.signatures ?? []
    assert(note && signature)
    const key = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), log.key.publicKey])
    const files = { 'key.der': key, text: utf8(note.text), signature: signature.signature }
    for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes)
    const at = (name: string) => join(folder, name)
    const said = run(openssl, [
      ...['pkeyutl', '-verify', '-pubin', '-keyform', 'DER', '-inkey', at('key.der'), '-rawin'],
      ...['-in', at('text'), '-sigfile', at('signature')],
    ])
    say(`openssl agrees: ${said}`)
  })
