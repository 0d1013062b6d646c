import { Suspense, useId, useState } from 'react'
import type { ChosenAgent } from '../../../blocks/saved-draft/chosen-agent.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldError, RequiredMark } from '../../../ui/form/field.tsx'
import { PlusIcon } from '../../../ui/icons.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Picture } from '../../../ui/picture/picture.tsx'
import * as texts from '../texts.ts'
import type { ChooseAgent } from './agent-dialog.tsx'

const AgentDialog = lazyPart(() => import('./agent-dialog.tsx'))

export function AgentField(props: {
  agent: ChosenAgent | null
  error: string | undefined
  chooseAgent: ChooseAgent
  onChoose: (agent: ChosenAgent) => void
}) {
  const { agent, error } = props
  const id = useId()
  const [open, setOpen] = useState(false)
  const control = {
    name: 'agentId',
    'aria-haspopup': 'dialog',
    'aria-describedby': error && `${id}-error`,
    onClick: () => setOpen(true),
  } as const
  return (
    <fieldset className="grid min-w-0 grid-cols-1 content-start gap-2">
      <legend className="label mb-2 text-soft">
        {texts.agent}
        <RequiredMark />
      </legend>
      {agent ? (
        <div className="flex items-center gap-3">
          <Picture
            src={agent.imageUrl}
            alt=""
            width={44}
            height={44}
            className="hexagon size-11 flex-none object-cover"
          />
          <p
            className="display min-w-0 flex-1 truncate text-15 leading-snug font-semibold"
            title={agent.name}
          >
            {agent.name}
          </p>
          <Button {...control} size="small" className="max-md:min-h-11">
            {texts.change}
            <span className="sr-only">{texts.changeWhich}</span>
          </Button>
        </div>
      ) : (
        <Button {...control}>
          <PlusIcon width={16} height={16} />
          {texts.chooseAgent}
        </Button>
      )}
      <FieldError id={`${id}-error`}>{error}</FieldError>
      {open && (
        <Suspense fallback={null}>
          <AgentDialog
            chosen={agent}
            chooseAgent={props.chooseAgent}
            onChoose={(chosen) => {
              props.onChoose(chosen)
              setOpen(false)
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </fieldset>
  )
}
