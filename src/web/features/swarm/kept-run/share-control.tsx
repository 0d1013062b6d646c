import { useId, useState } from 'react'
import { copyText } from '../../../lib/copy-text.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Switch } from '../../../ui/form/switch.tsx'
import { CopyIcon } from '../../../ui/icons.tsx'
import { toast } from '../../../ui/toast.ts'

/** Lets whoever has the link read the run, or its owner alone; says which. */
export function ShareControl(props: {
  id: string
  shared: boolean
  share: (shared: boolean) => Promise<void>
}) {
  const { shared } = props
  const label = useId()
  /** What was chosen and is not taken yet. */
  const [wanted, setWanted] = useState<boolean>()
  const [problem, setProblem] = useState<string>()
  const choose = async (on: boolean) => {
    if (wanted !== undefined) return
    setWanted(on)
    setProblem(undefined)
    try {
      await props.share(on)
    } catch (error) {
      setProblem(`${on ? 'It is not shared.' : 'It is still shared.'} ${explainError(error)}`)
    }
    setWanted(undefined)
  }
  const copy = async () => {
    const link = `${window.location.origin}/swarm/${props.id}`
    if (await copyText(link)) toast.success('Link copied')
    else toast.error(`The browser did not allow copying. The link is ${link}`)
  }
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-6 gap-y-2">
      <div className="flex min-w-0 items-center gap-4">
        <Switch
          on={wanted ?? shared}
          onChange={(on) => void choose(on)}
          aria-labelledby={label}
          aria-describedby={`${label}-hint`}
        />
        <div className="min-w-0">
          <p id={label} className="text-sm text-text">
            Share read-only
          </p>
          <p id={`${label}-hint`} className="text-[13px] leading-snug text-muted">
            {shared
              ? 'Whoever has the link can read this run, and what comes later.'
              : 'Only your wallet can read this run.'}
          </p>
          {problem && (
            <p role="alert" className="text-[13px] leading-snug text-warning">
              {problem}
            </p>
          )}
        </div>
      </div>
      {shared && (
        <Button size="small" className="max-md:min-h-11" onClick={() => void copy()}>
          <CopyIcon width={15} height={15} />
          Copy link
        </Button>
      )}
    </div>
  )
}
