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

/**
 * A reporter of Vitest that writes its run's `Count` to the file that UNITS_REPORT names. Vitest's own report of this kind
 * leaves out errors outside of tests and files whose process ended, which fail the run without a failed test.
 */
export default class UnitsReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const path = process.env.UNITS_REPORT
    if (path) writeFileSync(path, JSON.stringify(countUnits(modules, errors)))
  }
}

/** What the files of a run, and the errors outside of them, came to. */
function countUnits(modules: readonly TestModule[], errors: readonly SerializedError[]): Count {
  const tests = modules.flatMap((module) => [...module.children.allTests()])
  const inState = (wanted: string) => tests.filter((test) => test.result().state === wanted)
  const failed = inState('failed')
  const passed = inState('passed')
  return {
    passed: passed.length,
    failed: failed.length,
    failures: [...failed.map(withErrors), ...modules.flatMap(outsideOfTests), ...errors.map(reasonOf)],
    flaky: passed.filter((test) => (test.result().errors ?? []).length > 0).map(withErrors),
    timed: [...passed, ...failed].map((test) => ({
      file: test.module.relativeModuleId,
      title: titleOf(test),
      milliseconds: test.diagnostic()?.duration ?? 0,
    })),
  }
}

const titleOf = ({ fullName }: TestCase) => fullName.replaceAll(' > ', ' ')

function withErrors(test: TestCase): string {
  const reasons = (test.result().errors ?? []).map(reasonOf)
  return [`${test.module.relativeModuleId} (${test.project.name}) › ${titleOf(test)}`, ...reasons].join('\n')
}

/** Why a file failed outside of its tests, for example in a hook, or that it did not come to its end. */
function outsideOfTests(module: TestModule): string[] {
  const place = `${module.relativeModuleId} (${module.project.name})`
  const suites = [...module.children.allSuites()].flatMap((suite) => suite.errors())
  const reasons = [...module.errors(), ...suites].map(reasonOf)
  const state = module.state()
  if (state === 'pending' || state === 'queued') reasons.push('It did not come to its end.')
  return reasons.length > 0 ? [[place, ...reasons].join('\n')] : []
}

function reasonOf({ message, stack, cause }: SerializedError): string {
  const own = stack?.includes(message) ? stack : [message, stack].filter(Boolean).join('\n')
  return cause ? `${own}\nCaused by: ${reasonOf(cause)}` : own
}
