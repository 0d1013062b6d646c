import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Category } from '../../../../shared/agents/agent-defaults.ts'
import { newId } from '../../../lib/new-id.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.ts'

/**
 * Draws a portrait of its own for an agent, by the program that drew those of the samples, and another one until it is liked.
 * It follows the category's colour. Where none is drawn and nothing is chosen, the default image stays (section 5).
 */
export function DrawPortrait(props: {
  category: Category | ''
  /** What the form holds. */
  file: File | null
  onDrawn: (file: File) => void
}) {
  const { category, file } = props
  const [drawn, setDrawn] = useState<{ file: File; seed: string }>()
  const [drawing, setDrawing] = useState(false)
  /** The one that was asked for last; an older one that comes later is not shown. */
  const latest = useRef('')
  const isShown = drawn !== undefined && drawn.file === file
  const draw = async (seed: string) => {
    const wanted = `${seed} ${category}`
    latest.current = wanted
    setDrawing(true)
    try {
      const { portraitFile } = await import('./portrait-file.ts')
      const made = await portraitFile(seed, category || 'neural')
      if (latest.current !== wanted) return
      setDrawn({ file: made, seed })
      props.onDrawn(made)
    } catch {
      toast.error('The portrait could not be drawn. Choose a file, or try again.')
    }
    setDrawing(false)
  }
  const recolour = useEffectEvent(() => {
    if (isShown) void draw(drawn.seed)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another category is another colour of the same portrait
  useEffect(() => recolour(), [category])
  return (
    <Button
      size="small"
      className="max-md:min-h-11"
      aria-disabled={drawing}
      onClick={() => drawing || void draw(newId())}
    >
      {drawing ? 'Drawing' : isShown ? 'Draw another' : 'Draw a portrait'}
    </Button>
  )
}
