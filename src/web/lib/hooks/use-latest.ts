import { useLayoutEffect, useRef } from 'react'

/** The newest of something that changes with every render, for what must stay the same. */
export function useLatest<Value>(value: Value) {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}
