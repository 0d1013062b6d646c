import type { Command } from 'commander'
import { type Env, readEnv, secretsOf } from '../base/env.ts'
import { createLog, type Logger } from '../base/log.ts'

/** Exit codes of the operator's program, the same for every command. */
export const exitCodes = {
  done: 0,
  /** The command could not be carried out, or found what somebody must act on. */
  failed: 1,
  /** The command line or a setting is wrong; nothing was done. */
  usage: 2,
} as const

/** What a command works with, so that tests can give it another environment and read what it prints. */
export interface Operator {
  env: Env
  log: Logger
  /** One line for a person on standard output; silent with `--json` and where standard output carries a file. */
  say(line: string): void
  /** Progress and warnings, on standard error. */
  note(line: string): void
  /** The one JSON value of `--json`. */
  result(value: unknown): void
  /** Sets the exit code without ending the process, for a command that found faults. */
  fail(): void
}

/** A command adds itself to the program; its action gets the `Operator`. */
export type AddCommand = (program: Command, run: RunCommand) => void

/** Wraps an action: reads the environment, and turns `--json` into the one form of output. */
export type RunCommand = <Arguments extends unknown[]>(
  action: (operator: Operator, ...given: Arguments) => Promise<void>,
) => (...given: Arguments) => Promise<void>

/** What standard output is for. */
export interface Output {
  json: boolean
  /** Whether it carries a file. */
  toFile: boolean
}

/** The one JSON value of `--json`, on standard error where standard output carries a file. */
export function writeResult(value: unknown, { json, toFile }: Output): void {
  if (json) (toFile ? process.stderr : process.stdout).write(`${JSON.stringify(value)}\n`)
}

/** @throws {EnvError} for an invalid variable */
export function createOperator(variables: Record<string, string | undefined>, output: Output): Operator {
  const env = readEnv(variables)
  const note = (line: string) => void process.stderr.write(`${line}\n`)
  for (const doubt of env.doubts) note(doubt)
  return {
    env,
    log: createLog(env.LOG_LEVEL, { secrets: secretsOf(env) }),
    say: (line) => {
      if (!output.json && !output.toFile) process.stdout.write(`${line}\n`)
    },
    note,
    result: (value) => writeResult(value, output),
    fail: () => {
      process.exitCode = exitCodes.failed
    },
  }
}
