// Reads what receipts.referee.ts wrote into a folder, with the packages by which Go checks its module database.
package main

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

func main() {
	folder := os.Args[1]
	newer := open(folder, "checkpoint")
	older := open(folder, "older")

	leaf := []byte(read(folder, "leaf"))
	header, rest, found := strings.Cut(read(folder, "proof"), "\n\n")
	if !found || rest != read(folder, "checkpoint") {
		fail("the proof does not end with the checkpoint")
	}
	lines := strings.Split(header, "\n")
	if lines[0] != "c2sp.org/tlog-proof@v1" || !strings.HasPrefix(lines[1], "index ") {
		fail("the proof begins otherwise")
	}
	index, err := strconv.ParseInt(strings.TrimPrefix(lines[1], "index "), 10, 64)
	check(err)
	inclusion := tlog.RecordProof(hashes(lines[2:]))
	check(tlog.CheckRecord(inclusion, newer.N, newer.Hash, index, tlog.RecordHash(leaf)))
	if tlog.CheckRecord(inclusion, newer.N, newer.Hash, index, tlog.RecordHash(append(leaf, ' '))) == nil {
		fail("a changed leaf was taken")
	}

	consistency := tlog.TreeProof(hashes(strings.Split(strings.TrimSpace(read(folder, "consistency")), "\n")))
	check(tlog.CheckTree(consistency, newer.N, newer.Hash, older.N, older.Hash))

	// Everything again from the tiles alone: the reader authenticates each of them against the signed root.
	reader := tlog.TileHashReader(newer, tiles{folder})
	root, err := tlog.TreeHash(newer.N, reader)
	check(err)
	before, err := tlog.TreeHash(older.N, reader)
	check(err)
	proved, err := tlog.ProveRecord(newer.N, index, reader)
	check(err)
	grown, err := tlog.ProveTree(newer.N, older.N, reader)
	check(err)
	if root != newer.Hash || before != older.Hash {
		fail("the tiles have another root")
	}
	if fmt.Sprint(proved) != fmt.Sprint(inclusion) || fmt.Sprint(grown) != fmt.Sprint(consistency) {
		fail("the tiles give other proofs")
	}
	fmt.Println("x/mod/sumdb agrees: note, checkpoint, inclusion, consistency, tiles")
}

type tiles struct{ folder string }

func (tiles) Height() int { return 8 }

func (t tiles) ReadTiles(wanted []tlog.Tile) ([][]byte, error) {
	var all [][]byte
	for _, tile := range wanted {
		// Go writes the height into the path as well; C2SP does not.
		path := strings.TrimPrefix(tile.Path(), "tile/8/")
		bytes, err := os.ReadFile(filepath.Join(t.folder, "tile", path))
		if err != nil {
			return nil, err
		}
		all = append(all, bytes)
	}
	return all, nil
}

func (tiles) SaveTiles([]tlog.Tile, [][]byte) {}

func open(folder, name string) tlog.Tree {
	verifier, err := note.NewVerifier(read(folder, "key"))
	check(err)
	signed, err := note.Open([]byte(read(folder, name)), note.VerifierList(verifier))
	check(err)
	lines := strings.Split(signed.Text, "\n")
	if len(lines) != 4 || lines[0] != verifier.Name() || lines[3] != "" {
		fail("the checkpoint has other lines")
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	check(err)
	return tlog.Tree{N: size, Hash: hashes(lines[2:3])[0]}
}

func hashes(lines []string) []tlog.Hash {
	var all []tlog.Hash
	for _, line := range lines {
		// A proof of nothing is empty.
		if line == "" {
			continue
		}
		bytes, err := base64.StdEncoding.DecodeString(line)
		check(err)
		var hash tlog.Hash
		if copy(hash[:], bytes) != len(hash) || len(bytes) != len(hash) {
			fail("a hash has another length")
		}
		all = append(all, hash)
	}
	return all
}

func read(folder, name string) string {
	bytes, err := os.ReadFile(filepath.Join(folder, name))
	check(err)
	return string(bytes)
}

func check(err error) {
	if err != nil {
		fail(err.Error())
	}
}

func fail(why string) {
	fmt.Fprintln(os.Stderr, why)
	os.Exit(1)
}
