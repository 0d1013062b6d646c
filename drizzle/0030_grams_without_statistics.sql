-- Counting how often each pair of characters occurs was most of the time and the memory of analyzing agents, for no plan.
ALTER INDEX "agents_listed_grams" ALTER COLUMN 1 SET STATISTICS 0;
