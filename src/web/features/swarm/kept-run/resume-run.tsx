import type { SwarmRun } from '../../../../shared/swarm/swarm.ts'
import { Button } from '../../../ui/button.tsx'
import { useRunAction } from '../actions/use-run-action.ts'

const endings: Partial<Record<SwarmRun['state'], { title: string; text: string }>> = {
  interrupted: {
    title: 'The run was interrupted',
    text: 'The server went down while agents were speaking. What they had said is kept. Taken up, those that were broken off are asked once more.',
  },
  stopped: {
    title: 'The run was stopped',
    text: 'Taken up, it goes on from here: with the turns that were yet to come, and the synthesis.',
  },
  failed: {
    title: 'The run has failed',
    text: 'Taken up, what failed is asked once more.',
  },
}

/** Says why a run ended early, with a button that resumes it. */
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
          {ending.text} It stays within the words that are left.
        </p>
        {action.problem && (
          <p role="alert" className="mt-1 text-sm text-warning">
            {action.problem}
          </p>
        )}
      </div>
      <Button aria-disabled={action.busy} onClick={action.go}>
        {action.busy ? 'Taking it up' : action.problem ? 'Try again' : 'Take it up'}
      </Button>
    </section>
  )
}
