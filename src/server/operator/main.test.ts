import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { freePort } from '../../../test/free-port.ts'
import { bionic, startBionic } from '../../../test/operator-program.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'

test('help is no error, an unknown command and a wrong setting are errors of use, and what can’t be done is a failure', async () => {
  const empty = temporaryFolder()
  const [help, unknown, setting, impossible] = await Promise.all([
    bionic(['--help']),
    bionic(['explode']),
    bionic(['rotate-keys'], { PORT: 'many' }),
    bionic(['rotate-keys'], { DATA_DIR: empty }),
  ])
  expect(help).toMatchObject({ code: 0, error: '' })
  expect(help.out).toContain('rotate-keys')
  expect(unknown).toMatchObject({ code: 2, out: '' })
  expect(setting).toMatchObject({ code: 2, out: '', error: expect.stringMatching(/^PORT must be .*\n$/) })
  expect(impossible).toMatchObject({
    code: 1,
    out: '',
    error: expect.stringMatching(/^There is no database.*\n$/),
  })
})

test('with --json every failure is one JSON value on standard output, beside the sentence for people', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'no-backup.zip')
  writeFileSync(file, 'nothing of the kind')
  const cases: [code: number, words: string[], variables: Record<string, string>, error: RegExp][] = [
    [2, ['explode'], {}, /^unknown command/],
    [2, ['check', '--explode'], {}, /^unknown option/],
    [2, ['check'], { PORT: 'many' }, /^PORT must be /],
    [1, ['check'], { DATA_DIR: folder }, /^There is no database/],
    [2, ['upgrade'], { DATA_DIR: folder }, /say --plan/],
    [2, ['upgrade', '--undo', '--plan'], { DATA_DIR: folder }, /^--undo puts the copy back/],
    [2, ['restore', join(folder, 'none.zip')], { DATA_DIR: folder }, /^There is no file .*none\.zip/],
    [2, ['backup', '--verify', join(folder, 'none.zip')], {}, /^There is no file .*none\.zip/],
    [2, ['move-files'], { DATA_DIR: folder }, /^Set FILES/],
    [2, ['restore', '-'], { DATA_DIR: folder }, /from a pipe/],
    [2, ['backup', '--verify', '-'], {}, /from a pipe/],
    [1, ['backup', '--verify', file], {}, /is no backup/],
  ]
  const ended = await Promise.all(
    cases.map(([, words, variables]) => bionic(['--json', ...words], variables)),
  )
  for (const [at, [code, words, , error]] of cases.entries()) {
    const { out, ...one } = ended[at] ?? { code: -1, out: '', error: '' }
    expect.soft(one, words.join(' ')).toEqual({ code, error: expect.stringMatching(/\w/) })
    expect
      .soft(JSON.parse(out || '{}'), words.join(' '))
      .toMatchObject({ error: expect.stringMatching(error) })
  }
  expect(JSON.parse(ended.at(-1)?.out ?? '')).toMatchObject({ whole: false })
  // Standard output is for the archive there.
  expect(await bionic(['--json', 'backup', '-'], { DATA_DIR: folder })).toEqual({
    ...{ code: 1, out: '' },
    error: expect.stringMatching(/^There is no database.*\n\{"error":"There is no database.*"\}\n$/),
  })
})

test('a setting that is nearly one of Bionic’s is told, whatever is done without it', async () => {
  const backup = join(temporaryFolder(), 'none.zip')
  expect(await bionic(['restore', backup], { DATABASEURL: 'postgres://ada@db/app' })).toEqual({
    ...{ code: 2, out: '' },
    error: `DATABASEURL is no setting: is DATABASE_URL meant?\nThere is no file ${backup}: name a backup.\n`,
  })
})

test('a copy from before an upgrade is known by its name and by its path, and of others it is told which there are', async () => {
  const DATA_DIR = temporaryFolder()
  const name = 'before-0027_memory-2026-11-26T12-00-00-000Z'
  const copy = join(DATA_DIR, 'backups', name)
  for (const folder of [join(copy, 'db'), join(DATA_DIR, 'db')]) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'PG_VERSION'), '18')
  }
  expect(await bionic(['upgrade', '--undo', 'before-0028'], { DATA_DIR })).toMatchObject({
    ...{ code: 1, error: expect.stringMatching(`name one of ${name}\\.`) },
  })
  expect(await bionic(['upgrade', '--undo', copy], { DATA_DIR })).toMatchObject({ code: 0, error: '' })
})

test.runIf(existsSync('/dev/full'))(
  'output that nobody reads is no failure, and a disk that is full for it is one, in a sentence',
  async () => {
    const unread = startBionic(['--help'], {})
    unread.stdout.destroy()
    const full = openSync('/dev/full', 'w')
    const onFull = startBionic(['--help'], {}, full)
    closeSync(full)
    const said = [unread, onFull].map(({ stderr }) => text(stderr))
    await Promise.all([once(unread, 'close'), once(onFull, 'close')])
    expect([unread.exitCode, onFull.exitCode]).toEqual([0, 1])
    expect(await said[0]).toBe('')
    expect(await said[1]).toBe(
      'Not all of the output could be written. The disk is full: make room on it, or name a file on another one.\n',
    )
  },
)

test('where a backup or its secret can’t be put is said before anything is begun', async () => {
  const folder = temporaryFolder()
  const [file, link, pipe] = ['a.zip', 'link.zip', 'pipe'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  symlinkSync('nowhere.zip', link)
  spawnSync('mkfifo', [pipe])
  writeFileSync(join(folder, 'secret.key'), 'secret')
  // There is no database: what is said of the files comes before that.
  const cases: [words: string[], error: RegExp][] = [
    [[link], /link\.zip is a link to what is not there/],
    [['--verify', pipe], /from a pipe/],
    [['--verify', file, '--secrets', join(folder, 'b')], /leave --secrets out/],
    [[file, '--secrets', '-'], /not -\.$/],
    [[''], /^The name of the file is empty: name one\.$/],
    [['--verify', ''], /^The name of the file is empty/],
    [[file, '--secrets', ''], /^The name of the file is empty/],
    [[join(folder, 'no/')], /no\/ is the name of a folder: name a file in it\.$/],
    [[file, '--secrets', file], /can’t have the same file/],
    [[file, '--secrets', link], /link\.zip is there already/],
    [[file, '--secrets', join(folder, 'no', 'secret')], /^There is no folder .*\/no: make it first/],
    [[file, '--secrets', join(folder, 'secret')], /^There is no database/],
  ]
  const ended = await Promise.all(cases.map(([words]) => bionic(['backup', ...words], { DATA_DIR: folder })))
  for (const [at, [words, error]] of cases.entries())
    expect.soft(ended[at]?.error.trim(), words.join(' ')).toMatch(error)
})

test('the doctor tells each folder that can’t be used in a line of its own beside all else, and makes none', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const PORT = String(await freePort())
  const states = async (variables: Record<string, string>) => {
    const { code, out } = await bionic(['--json', 'doctor', '--no-model'], { PORT, ...variables })
    const { advice } = JSON.parse(out) as { advice: { check: string; state: string }[] }
    expect(code).toBe(1)
    return Object.fromEntries(advice.map(({ check, state }) => [check, state]))
  }
  const none = { 'disk.folder': 'fault', 'database.opens': 'fault', port: 'warn', operators: 'warn' }
  const [ofFile, mistyped] = await Promise.all([
    states({ DATA_DIR: file, BACKUP_DIR: file }),
    states({ DATA_DIR: join(folder, 'mistyped') }),
  ])
  expect(ofFile).toMatchObject({ ...none, backups: 'fault' })
  expect(mistyped).toMatchObject({ ...none, backups: 'warn' })
  expect(readdirSync(folder)).toEqual(['file'])
})
