import { useEffect, useReducer } from 'react'
import { CreateAgent } from '../../../features/agents/create/create-agent.tsx'
import { useTitle } from '../../../lib/router/title.ts'
import { TYPED_MOVED } from '../../../lib/typed-moved.ts'
import * as texts from '../../texts.ts'
import { tryOut } from '../../try-out.tsx'

const title = texts.createTitle

export const head = () => ({
  title,
  description: texts.createSummary,
})

export default function Create() {
  useTitle(title)
  return <CreateAgent key={useTypedMoves()} tryOut={tryOut} />
}

/** How often the tab has become another person's: as its React key, the screen begins anew with what they typed. */
function useTypedMoves(): number {
  const [moves, move] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    window.addEventListener(TYPED_MOVED, move)
    return () => window.removeEventListener(TYPED_MOVED, move)
  }, [])
  return moves
}
