import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mapStorage } from '../../../../../test/map-storage.ts'
import { type WaitingQuestion, waitingQuestions } from './waiting-questions.ts'

const storage = new Map<string, string>()
beforeEach(() => {
  vi.stubGlobal('localStorage', mapStorage(storage))
})
afterEach(() => {
  storage.clear()
  vi.unstubAllGlobals()
})

const waiting = (replyId: string, more: Partial<WaitingQuestion> = {}): WaitingQuestion => ({
  conversationId: 'c',
  agentId: 'nova',
  viewer: 'ada',
  replyId,
  id: `q-${replyId}`,
  parentId: null,
  content: 'What is light?',
  createdAt: '2026-11-23T06:00:00.000Z',
  isFirst: false,
  ...more,
})

test('a question waits under its ids until it is seen to have arrived', () => {
  waitingQuestions.remember(waiting('1'))
  waitingQuestions.remember(waiting('1'))
  expect(waitingQuestions.of('c', 'ada')).toEqual(waiting('1'))
  expect(waitingQuestions.of('another', 'ada')).toBeUndefined()
  waitingQuestions.forget('1')
  expect(waitingQuestions.of('c', 'ada')).toBeUndefined()
  expect(storage.size).toBe(0)
})

test('once a later one has arrived, those before it in its conversation were given up', () => {
  waitingQuestions.remember(waiting('1'))
  waitingQuestions.remember(waiting('elsewhere', { conversationId: 'another' }))
  waitingQuestions.remember(waiting('2', { createdAt: '2026-11-23T06:01:00.000Z' }))
  // Asked again, it waits under its new reply alone.
  waitingQuestions.remember(waiting('3', { id: 'q-2', createdAt: '2026-11-23T06:01:00.000Z' }))
  waitingQuestions.forget('2')
  expect(waitingQuestions.of('c', 'ada')?.replyId).toBe('3')
  waitingQuestions.forget('3')
  expect(waitingQuestions.of('c', 'ada')).toBeUndefined()
  expect(waitingQuestions.of('another', 'ada')?.replyId).toBe('elsewhere')
})

test('which were given up is not read from their times: a clock is set back, and an old one is asked again', () => {
  waitingQuestions.remember(waiting('1', { createdAt: '2026-11-23T07:00:00.000Z' }))
  waitingQuestions.remember(waiting('2', { createdAt: '2026-11-23T06:00:00.000Z' }))
  waitingQuestions.forget('2')
  expect(waitingQuestions.of('c', 'ada')).toBeUndefined()

  waitingQuestions.remember(waiting('3'))
  waitingQuestions.remember(waiting('4', { createdAt: '2026-11-23T06:01:00.000Z' }))
  waitingQuestions.remember(waiting('5', { id: 'q-3' }))
  waitingQuestions.forget('5')
  expect(waitingQuestions.of('c', 'ada')).toBeUndefined()
})

test('one that begins a conversation is found by its agent', () => {
  waitingQuestions.remember(waiting('1'))
  expect(waitingQuestions.beginning('nova', 'ada')).toBeUndefined()
  waitingQuestions.remember(waiting('2', { conversationId: 'new', isFirst: true }))
  expect(waitingQuestions.beginning('nova', 'ada')?.conversationId).toBe('new')
  expect(waitingQuestions.beginning('another', 'ada')).toBeUndefined()
})

test('another wallet never sees it, and nothing of it is left once its own is gone', () => {
  waitingQuestions.remember(waiting('1', { isFirst: true }))
  waitingQuestions.remember(waiting('2', { viewer: 'bea' }))
  expect(waitingQuestions.of('c', 'bea')?.replyId).toBe('2')
  expect(waitingQuestions.beginning('nova', 'bea')).toBeUndefined()
  waitingQuestions.leaveOnly('bea')
  expect(waitingQuestions.of('c', 'ada')).toBeUndefined()
  expect(waitingQuestions.of('c', 'bea')?.replyId).toBe('2')
  waitingQuestions.leaveOnly(null)
  expect(storage.size).toBe(0)
})

test('the twenty that were asked last are kept, and what is no question is passed over', () => {
  for (let n = 0; n < 25; n++) waitingQuestions.remember(waiting(String(n), { conversationId: String(n) }))
  expect(waitingQuestions.of('4', 'ada')).toBeUndefined()
  expect(waitingQuestions.of('5', 'ada')?.replyId).toBe('5')
  storage.set('waitingQuestions', '[{"replyId":"x"},7,null]')
  expect(waitingQuestions.of('c', 'ada')).toBeUndefined()
})
