import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'
import type { TimedTest } from './slowest-tests.ts'

/** What a run of one runner came to. */
export interface Count {
  passed: number
  failed: number
  /** The details of each failure, in addition to the runner's output far above the last line. */
  failures?: string[] | undefined
  /** Tests that passed only when they were tried again, which RETRY_FAILED allows, with why they had failed. */
  flaky?: string[] | undefined
  timed?: TimedTest[] | undefined
}

/** What a run of Vitest came to. */
export interface UnitsCount extends Count {
  failures: string[]
  flaky: string[]
  timed: TimedTest[]
  /** The files whose process ended before they did, each with its project, and why, as far as it is known. */
  lost: { files: { path: string; project: string }[]; reasons: string[] }
}

/**
 * A reporter of Vitest that writes its run's `UnitsCount` to the file that UNITS_REPORT names. Vitest's own report of this kind
 * leaves out errors outside of tests and files whose process ended, which fail the run without a failed test.
 */
export default class UnitsReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const path = process.env.UNITS_REPORT
    if (path) writeFileSync(path, JSON.stringify(countUnits(modules, errors)))
  }
}

/** What the files of a run, and the errors outside of them, came to. */
function countUnits(modules: readonly TestModule[], errors: readonly SerializedError[]): UnitsCount {
  const tests = modules.flatMap((module) => [...module.children.allTests()])
  const inState = (wanted: string) => tests.filter((test) => test.result().state === wanted)
  const failed = inState('failed')
  const passed = inState('passed')
  const lost = modules.filter((module) => ['pending', 'queued'].includes(module.state()))
  const ofPool = ({ message }: SerializedError) => lost.length > 0 && message.startsWith('[vitest-pool]')
  return {
    passed: passed.length,
    failed: failed.length,
    failures: [
      ...failed.map(withErrors),
      ...modules.flatMap(outsideOfTests),
      ...errors.filter((error) => !ofPool(error)).map(reasonOf),
    ],
    flaky: passed.filter((test) => (test.result().errors ?? []).length > 0).map(withErrors),
    timed: [...passed, ...failed].map((test) => ({
      file: test.module.relativeModuleId,
      title: titleOf(test),
      milliseconds: test.diagnostic()?.duration ?? 0,
    })),
    lost: {
      files: lost.map(({ relativeModuleId, project }) => ({ path: relativeModuleId, project: project.name })),
      reasons: errors.filter(ofPool).map(reasonOf),
    },
  }
}

const titleOf = ({ fullName }: TestCase) => fullName.replaceAll(' > ', ' ')

function withErrors(test: TestCase): string {
  const reasons = (test.result().errors ?? []).map(reasonOf)
  return [`${test.module.relativeModuleId} (${test.project.name}) › ${titleOf(test)}`, ...reasons].join('\n')
}

/** Why a file failed outside of its tests, for example in a hook. */
function outsideOfTests(module: TestModule): string[] {
  const suites = [...module.children.allSuites()].flatMap((suite) => suite.errors())
  const reasons = [...module.errors(), ...suites].map(reasonOf)
  if (reasons.length === 0) return []
  return [[`${module.relativeModuleId} (${module.project.name})`, ...reasons].join('\n')]
}

function reasonOf({ message, stack, cause }: SerializedError): string {
  const own = stack?.includes(message) ? stack : [message, stack].filter(Boolean).join('\n')
  // Another reporter may have written it into the cause already.
  return cause ? `${own}\nCaused by: ${reasonOf(cause).replace(/^Caused by: /, '')}` : `${own}`
}
