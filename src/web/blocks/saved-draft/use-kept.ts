import { useLayoutEffect, useState } from 'react'
import { TYPED_MOVED } from '../../lib/typed-moved.ts'
import type { Persisted } from './persisted.ts'

/**
 * What is typed into a form that the server paints, kept by this tab. The first paint has none of it, and it is read anew
 * when the tab becomes another person's. @param kept the same at every render
 */
export function useKept<Value>(kept: Persisted<Value>): [Value | undefined, Persisted<Value>['set']] {
  const [value, setValue] = useState<Value>()
  useLayoutEffect(() => {
    const read = () => setValue(kept.get())
    read()
    window.addEventListener(TYPED_MOVED, read)
    return () => window.removeEventListener(TYPED_MOVED, read)
  }, [kept])
  return [
    value,
    (next) => {
      kept.set(next)
      setValue(next)
    },
  ]
}
