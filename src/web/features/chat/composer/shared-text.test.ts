import { expect, test } from 'vitest'
import { readShared, withoutShared } from './shared-text.ts'

const read = (address: string) => readShared(new URL(address, 'http://page').searchParams)

test('what another app shares is one text: its title, its words and its address', () => {
  expect(read('/chat?title=News&text=Light+is+fast&url=https%3A%2F%2Flight.example%2F')).toBe(
    'News\nLight is fast\nhttps://light.example/',
  )
  expect(read('/chat?text=+&query=meridian')).toBe('')
})

test('what an app says twice stands there once', () => {
  expect(read('/chat?title=News&text=News')).toBe('News')
  expect(read('/chat?text=Look: https://light.example/&url=https://light.example/')).toBe(
    'Look: https://light.example/',
  )
})

test('the rest of the address stays', () => {
  const { searchParams } = new URL('/chat?text=a&query=meridian&url=b', 'http://page')
  expect(withoutShared(searchParams).toString()).toBe('query=meridian')
})
