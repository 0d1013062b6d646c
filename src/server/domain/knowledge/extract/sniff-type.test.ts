import { expect, test } from 'vitest'
import { sniffType } from './sniff-type.ts'

test.each([
  ['<!doctype html><p>x', 'html'],
  ['\n<?xml version="1.0"?>\n<!-- a --> <!-- b -->\n<html>', 'html'],
  [`${'<!---->'.repeat(2_000)}<HTML>`, 'html'],
  ['<!-- unclosed <html>', 'text'],
  ['words <html>', 'text'],
])('%.40j begins as %s', (text, type) => {
  expect(sniffType(Buffer.from(text), 'a.txt')).toEqual({ type })
})

test('comments that lead to no page are gone through once, in the process that serves everybody', () => {
  const began = performance.now()
  expect(sniffType(Buffer.from(`${'<!---->'.repeat(27)}x`), 'a.txt')).toEqual({ type: 'text' })
  expect(performance.now() - began).toBeLessThan(300)
})

test('brackets that open and never close are gone through once, and links make a text Markdown', () => {
  const began = performance.now()
  const brackets = Buffer.from('['.repeat(16 * 1024))
  for (let count = 0; count < 20; count++) expect(sniffType(brackets, 'a')).toEqual({ type: 'text' })
  expect(performance.now() - began).toBeLessThan(1_000)
  for (const link of ['[a](b)', '[a [b](c)', '[![a](b)](c)', '[a](b_(c))'])
    expect(sniffType(Buffer.from(`See ${link}.`), 'a')).toEqual({ type: 'markdown' })
})

test('a text that speaks of the signature of PDFs early on is a text, and a PDF behind other bytes is a PDF', () => {
  const text = 'Every such file begins with %PDF-1.7, which a program looks for.'
  expect(sniffType(Buffer.from(text), 'a.txt')).toEqual({ type: 'text' })
  expect(sniffType(Buffer.from(`# Formats\n\n${text}`), 'a.md')).toEqual({ type: 'markdown' })
  expect(sniffType(Buffer.from(`<html><body>${text}`), 'a.html')).toEqual({ type: 'html' })
  expect(sniffType(Buffer.from('%PDF-1.7\n'), 'a.txt')).toEqual({ type: 'pdf' })
  expect(sniffType(Buffer.from('Subject: the lease\n\n%PDF-1.7\n'), 'a.PDF')).toEqual({ type: 'pdf' })
  expect(sniffType(Buffer.from('Subject: the lease\n\n%PDF-1.7\n\0'), 'lease')).toEqual({ type: 'pdf' })
})
