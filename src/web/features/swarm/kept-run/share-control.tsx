import { useId, useState } from 'react'
import { ShareButton } from '../../../blocks/share/share-button.tsx'
import type { Shared } from '../../../blocks/share/shared.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { Switch } from '../../../ui/form/switch.tsx'
import * as texts from '../texts.ts'

const sharedRun = (id: string): Shared => ({
  name: texts.thisRun,
  path: `/swarm/${id}`,
  about: texts.shareAbout,
})

export function ShareControl(props: {
  id: string
  shared: boolean
  share: (shared: boolean) => Promise<void>
}) {
  const { shared } = props
  const label = useId()
  /** The choice that is not confirmed by the server yet. */
  const [wanted, setWanted] = useState<boolean>()
  const [problem, setProblem] = useState<string>()
  const choose = async (on: boolean) => {
    if (wanted !== undefined) return
    setWanted(on)
    setProblem(undefined)
    try {
      await props.share(on)
    } catch (error) {
      setProblem(`${on ? texts.isNotShared : texts.isStillShared} ${explainError(error)}`)
    }
    setWanted(undefined)
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
            {texts.shareReadOnly}
          </p>
          <p id={`${label}-hint`} className="text-13 leading-snug text-muted">
            {shared ? texts.sharedAbout : texts.notSharedAbout}
          </p>
          {problem && (
            <p role="alert" className="text-13 leading-snug text-warning">
              {problem}
            </p>
          )}
        </div>
      </div>
      {shared && <ShareButton size="small" shared={sharedRun(props.id)} />}
    </div>
  )
}
