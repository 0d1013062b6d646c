import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { newAgent, testApp } from '../../../test/app.ts'
import { firstQuestion } from '../../../test/conversation-client.ts'
import { ownDatabase } from '../../../test/database.ts'
import { eventually } from '../../../test/reply-servers.ts'
import type { Agent } from '../../shared/agents/agents.ts'
import { readEnv, secretsOf } from './env.ts'
import { createLog, type Logger } from './log.ts'

const database = await ownDatabase({ statementLimit: 1_000 })

const secret = 'marked-hunter2'

/** The server's log and one that careless code might create; each with a `write` function for its lines. */
const logs: [string, (write: (line: string) => void) => Logger][] = [
  ['the log of the server', (write) => createLog('debug', { write })],
  ['any other log', (write) => pino({ level: 'debug' }, { write })],
]

/** Makes every insert into a table fail with what the given PostgreSQL statement reports. */
async function fail(table: string, statement: string) {
  await database.sql.unsafe(`
    create function fail_${table}() returns trigger language plpgsql as $fail$ begin ${statement}; return new; end $fail$;
    create trigger fail before insert on ${table} for each row execute function fail_${table}();`)
  return () => database.sql.unsafe(`drop trigger fail on ${table}; drop function fail_${table}()`)
}

/** Failures whose messages, details and contexts contain values of the row. */
const failures: Record<string, string> = {
  'a unique violation': `insert into agents select new.* from generate_series(1, 2)`,
  'a value that is too long': `perform (new.name || repeat('x', 100))::varchar(3)::int`,
  'a value of another type': `perform new.name::uuid`,
  'broken JSON': `perform ('{"a": ' || new.name)::json`,
  'bytes that are no text': `perform convert_from((new.name || '\\377')::bytea, 'UTF8')`,
  'a text that is raised': `raise exception 'no %', new.name using detail = new.name, hint = new.name`,
  'a check': `execute format('select %L::date', new.name)`,
  'a statement that takes too long': `perform pg_sleep(600)`,
}

for (const [which, make] of logs)
  test(`no value of a failed statement gets into ${which}, however it fails, and its lines stay short`, async () => {
    const lines: string[] = []
    const { send, signIn } = testApp(database, { log: make((line) => void lines.push(line)) })
    const ada = await signIn()
    const made = await send('POST', '/api/agents', { as: ada, json: newAgent })
    const agent = (await made.json()) as Agent
    const marked = { ...newAgent, name: secret, personality: `${secret} `.repeat(500) }
    for (const [what, statement] of Object.entries(failures)) {
      const allow = await fail('agents', statement)
      const before = lines.length
      const answer = await send('POST', '/api/agents', { as: ada, json: marked })
      expect([what, answer.status >= 500]).toEqual([what, true])
      expect(await answer.text()).not.toContain(secret)
      expect(lines.slice(before).some((line) => line.includes('"err"'))).toBe(true)
      // What takes too long ends the embedded database, which is back in a moment.
      await eventually(() => allow().then(() => 'allowed')).toBe('allowed')
    }
    const allow = await fail('messages', `raise exception '%', new.content using detail = new.content`)
    const ask = firstQuestion(agent.id, `${secret} `.repeat(200))
    await send('POST', `/api/conversations/${crypto.randomUUID()}/replies`, { as: ada, json: ask })
    await allow()
    const written = lines.join('')
    expect(written).not.toContain(secret)
    expect(written).not.toContain(ada.cookie.split('=')[1])
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(8_000)
  })

test('no line has a key or a password of the environment, whoever brings it there', () => {
  const env = readEnv({
    OPENAI_API_KEY: 'key-of-the-operator',
    DATABASE_URL: 'postgres://bionic:pass%2Fword@db/bionic',
    REDIS_URL: 'redis://:other-password@cache:6379,spare:6379',
    METRICS_TOKEN: 'token-of-sixteen-characters',
  })
  const lines: string[] = []
  const log = createLog('info', { secrets: secretsOf(env), write: (line) => void lines.push(line) })
  log.info({ address: env.DATABASE_URL, deep: { redis: env.REDIS_URL } }, `${env.OPENAI_API_KEY} pass/word`)
  log.warn({ err: new Error(`of ${env.METRICS_TOKEN}`) }, 'x'.repeat(50_000))
  const written = lines.join('')
  for (const hidden of [
    'key-of-the-operator',
    'pass%2Fword',
    'pass/word',
    'other-password',
    'token-of-sixteen',
  ])
    expect(written).not.toContain(hidden)
  for (const line of lines) expect(line.length).toBeLessThan(9_000)
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({ level: 40 })
})

test.runIf(existsSync('/dev/full'))('a log that can’t be written keeps no process from ending', async () => {
  const program = `
    import { stat } from 'node:fs/promises'
    import { createLog } from ${JSON.stringify(import.meta.resolve('./log.ts'))}
    // As a server it ends when it is told to, and not before.
    setInterval(() => {}, 60_000)
    process.on('SIGTERM', () => process.exit(0))
    const log = createLog('info')
    for (let line = 0; line < 100; line++) {
      log.info('x')
      // What was written before has failed by then.
      await stat('/').then(() => new Promise(setImmediate))
    }
    process.send('logged')`
  const full = openSync('/dev/full', 'w')
  onTestFinished(() => closeSync(full))
  const stdio = ['ignore', full, full, 'ipc'] as const
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: [...stdio] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'message')
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('all that was logged before a process ends arrives at whoever reads it', async () => {
  const program = `
    import { createLog } from ${JSON.stringify(import.meta.resolve('./log.ts'))}
    // As the server's own programs do, which makes the pipe one that does not wait.
    process.stderr
    const log = createLog('info')
    for (let line = 0; line < 3_000; line++) log.info({ line, filling: 'x'.repeat(150) }, 'said')
    process.exit(0)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'pipe' })
  const lines = (await text(child.stderr)).trim().split('\n')
  // One that is being written at that moment may come beside the others.
  const found = lines.map((line) => JSON.parse(line).line as number).sort((one, other) => one - other)
  expect(found).toEqual(Array.from({ length: 3_000 }, (_, line) => line))
})
