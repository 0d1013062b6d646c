import { useEffect, useEffectEvent, useRef } from 'react'
import type { Category } from '../../../../shared/agents/agent-defaults.ts'
import type { DrawnFile } from '../../../blocks/form/form-draft.ts'
import { newId } from '../../../lib/new-id.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.ts'
import * as texts from './texts.ts'

/**
 * The program also drew those of the samples; each further press generates another. It uses the category's colour. What is
 * chosen while one is drawn is wanted instead of it.
 */
export function DrawPortrait(props: {
  category: Category | ''
  /** The file and the address in the form. */
  file: DrawnFile | null
  url: string
  /** Of a portrait that was in the form before the page was left. */
  lost?: string | undefined
  drawing: boolean
  onDrawing: (drawing: boolean) => void
  onDrawn: (file: DrawnFile) => void
}) {
  const { category, file, url, lost, drawing, onDrawing } = props
  /** What is being drawn; results of other requests are ignored. */
  const latest = useRef<{ seed: string }>(null)
  /** The category in whose colour the file is. */
  const colour = useRef(category)
  const shown = file ? file.seed : lost
  const forget = () => {
    latest.current = null
    onDrawing(false)
  }
  const draw = async (seed: string) => {
    const request = { seed }
    latest.current = request
    onDrawing(true)
    let made: DrawnFile | undefined
    try {
      const { portraitFile } = await import('./portrait-file.ts')
      made = await portraitFile(seed, category || 'neural')
    } catch {}
    if (latest.current !== request) return
    forget()
    if (made) props.onDrawn(made)
    else toast.error(texts.portraitNotDrawn)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another file, another address or a new form, which has nothing lost, is wanted instead
  useEffect(() => forget, [file, url, lost])
  const recolour = useEffectEvent(() => {
    const wanted = latest.current?.seed ?? shown
    if (wanted !== undefined && (!file || colour.current !== category)) void draw(wanted)
    colour.current = category
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another category is another colour of the same portrait, and one that was lost is drawn again
  useEffect(() => recolour(), [category])
  return (
    <Button
      size="small"
      className="max-md:min-h-11"
      aria-disabled={drawing}
      onClick={() => drawing || void draw(newId())}
    >
      {drawing ? texts.drawing : shown !== undefined ? texts.drawAnother : texts.drawPortrait}
    </Button>
  )
}
