import type { SwarmRun } from '../../../../shared/swarm/swarm.ts'
import { Button } from '../../../ui/button.tsx'
import { useRunAction } from '../actions/use-run-action.ts'
import * as texts from '../texts.ts'

const endings: Partial<Record<SwarmRun['state'], { title: string; text: string }>> = {
  interrupted: {
    title: texts.interruptedTitle,
    text: texts.interruptedAbout,
  },
  stopped: {
    title: texts.stoppedTitle,
    text: texts.stoppedAbout,
  },
  failed: {
    title: texts.failedTitle,
    text: texts.failedAbout,
  },
}

/** Says why the run ended early. */
export function ResumeRun({ run, resume }: { run: SwarmRun; resume: () => Promise<void> }) {
  const action = useRunAction(resume)
  const ending = endings[run.state]
  if (!ending) return null
  return (
    <section
      aria-label={ending.title}
      className="flex flex-wrap items-center gap-x-8 gap-y-3 border-l-2 border-warning py-1 pl-4"
    >
      <div className="min-w-0 flex-[1_1_320px]">
        <p className="font-medium">{ending.title}</p>
        <p className="mt-1 max-w-[70ch] text-sm text-soft">
          {ending.text} {texts.withinTheWords}
        </p>
        {action.problem && (
          <p role="alert" className="mt-1 text-sm text-warning">
            {action.problem}
          </p>
        )}
      </div>
      <Button aria-disabled={action.busy} onClick={action.go}>
        {action.busy ? texts.resuming : action.problem ? texts.tryAgain : texts.resume}
      </Button>
    </section>
  )
}
