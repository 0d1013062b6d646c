import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/temporary-folder.ts'

const program = fileURLToPath(new URL('main.ts', import.meta.url))

function bionic(words: string[], variables: Record<string, string> = {}) {
  return new Promise<{ code: number; out: string; error: string }>((resolve) => {
    const { PATH = '', HOME = '' } = process.env
    const child = execFile(
      process.execPath,
      [program, ...words],
      { env: { PATH, HOME, ...variables } },
      (_, out, error) => resolve({ code: child.exitCode ?? -1, out, error }),
    )
  })
}

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
