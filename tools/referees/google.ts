export * from '@google/genai'
