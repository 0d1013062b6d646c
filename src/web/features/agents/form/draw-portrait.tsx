import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Category } from '../../../../shared/agents/agent-defaults.ts'
import type { DrawnFile } from '../../../blocks/form/form-draft.ts'
import { newId } from '../../../lib/new-id.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.ts'
import * as texts from './texts.ts'

/** The program also drew those of the samples; each further press generates another. It uses the category's colour. */
export function DrawPortrait(props: {
  category: Category | ''
  /** The file in the form. */
  file: DrawnFile | null
  /** Of a portrait that was in the form before the page was left. */
  lost?: string | undefined
  onDrawn: (file: DrawnFile) => void
}) {
  const { category, file } = props
  const [drawing, setDrawing] = useState(false)
  /** The id of the newest request; results of earlier ones are ignored. */
  const latest = useRef('')
  const shown = file ? file.seed : props.lost
  const draw = async (seed: string) => {
    const wanted = `${seed} ${category}`
    latest.current = wanted
    setDrawing(true)
    try {
      const { portraitFile } = await import('./portrait-file.ts')
      const made = await portraitFile(seed, category || 'neural')
      if (latest.current !== wanted) return
      props.onDrawn(made)
    } catch {
      toast.error(texts.portraitNotDrawn)
    }
    setDrawing(false)
  }
  const recolour = useEffectEvent(() => {
    if (shown !== undefined) void draw(shown)
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
