import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { envNames, readEnv } from '../src/server/base/env.ts'

const file = fileURLToPath(new URL('../.env.example', import.meta.url))

test('.env.example has every variable with its default, so that a copy of it changes nothing', () => {
  const shown = [...readFileSync(file, 'utf8').matchAll(/^# ([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [
    name,
    value,
  ])
  const defaults: Record<string, unknown> = readEnv({})
  expect(shown.map(([name]) => name).sort()).toEqual([...envNames].sort())
  expect(Object.fromEntries(shown)).toEqual(
    Object.fromEntries(envNames.map((name) => [name, String(defaults[name] ?? '')])),
  )
})
