import { type RefObject, Suspense, useState } from 'react'
import { DEFAULT_IMAGE_URL } from '../../../../shared/agents/agent-defaults.ts'
import type { TryOut } from '../../../../shared/chat/try-out.ts'
import type { WithFile } from '../../../blocks/form/form-draft.ts'
import { requireSignIn } from '../../../lib/http/identity.ts'
import { useHere } from '../../../lib/session/viewer.ts'
import { Button } from '../../../ui/button.tsx'
import { useImagePreview } from '../../../ui/picture/use-image-preview.ts'
import { type RenderTryOut, TryOutLoading } from '../edit/try-out-place.tsx'
import type { AgentTexts } from '../form/agent-values.ts'
import { choiceOf } from '../form/model-values.ts'
import * as texts from './texts.ts'

/** A typed address is looked up once, where it is typed; here the default image stands for it. */
const notLookedUp = async () => null

/** From the first letter of its name on. Only a signed-in wallet asks, as only such a one makes an agent. */
export function NewTryOut(props: {
  place: RefObject<HTMLElement | null>
  values: WithFile<AgentTexts>
  readDraft: () => TryOut['draft'] | null
  render: RenderTryOut
}) {
  const { values } = props
  const here = useHere().state
  const name = values.name.trim()
  const [hasBegun, setHasBegun] = useState(false)
  if (!hasBegun && name !== '') setHasBegun(true)
  const picture = useImagePreview(values.file, values.imageUrl, notLookedUp)
  const { file: _, ...contents } = values
  const isOpen = hasBegun && here === 'signed-in'
  return (
    <section
      ref={props.place}
      aria-label={texts.tryOutLabel}
      className="panel hairline cut scroll-mt-3 p-5 lg:sticky lg:top-[calc(var(--header-height)+18px)]"
    >
      {isOpen ? (
        <>
          <h2 className="label mb-3 text-magenta lg:sr-only">{texts.tryOutLabel}</h2>
          <div className="h-[max(min(70dvh,560px),380px)] lg:h-[clamp(380px,calc(100dvh-var(--header-height)-132px),600px)]">
            <Suspense fallback={<TryOutLoading />}>
              {props.render({
                agentId: null,
                name: name || texts.namelessAgent,
                pictureUrl: picture || DEFAULT_IMAGE_URL,
                greetings: undefined,
                modelRef: choiceOf(values.model)?.ref ?? null,
                contents: JSON.stringify(contents),
                readDraft: props.readDraft,
              })}
            </Suspense>
          </div>
          <p className="mt-3 text-13 text-muted">{texts.tryOutSoFar}</p>
        </>
      ) : (
        <div className="grid content-center gap-3 lg:min-h-[clamp(320px,calc(100dvh-var(--header-height)-132px),520px)] lg:justify-items-center lg:px-4 lg:text-center lg:text-balance">
          <h2 className="label text-magenta">{texts.tryOutLabel}</h2>
          <p className="text-soft">{hasBegun ? texts.tryOutSignInFirst : texts.tryOutNotYet}</p>
          {hasBegun && (
            <Button
              size="small"
              className="justify-self-start max-md:min-h-11"
              onClick={() => void requireSignIn()}
            >
              {texts.tryOutSignIn}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}
