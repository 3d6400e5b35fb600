import { expect, test } from "vitest";
import { readSwedishLawName, swedishLawName } from "./swedish-law.ts";

test.each<[fileName: string, shown: string | undefined, sfs: string | undefined]>([
  ["SFS_1982_80_Lag om anställningsskydd.txt", "(80:1982) Lag om anställningsskydd", "1982:80"],
  ["SFS_2018-218 Lag_med_kompletterande_bestämmelser.pdf", "(218:2018) Lag med kompletterande bestämmelser", "2018:218"],
  ["SFS_80_1982_Lag om anställningsskydd", "(80:1982) Lag om anställningsskydd", "1982:80"],
  ["SFS_1915:218_001_Avtalslagen.txt", "(218:1915) Avtalslagen", "1915:218"],
  ["SFS_1998_1808.txt", "(1808:1998)", "1998:1808"],
  ["SFS_2009_2000_Titel", "(2000:2009) Titel", "2009:2000"],
  ["SFS_1982_80_La\u030ang titel.txt", "(80:1982) Lång titel", "1982:80"],
  ["SFS_1982_80_Lag 2 kap.txt", "(80:1982) Lag 2 kap", "1982:80"],
  ["SFS_012_Utan nummer.txt", "Utan nummer", undefined],
  ["SFS_.txt", "SFS_.txt", undefined],
  ["sfs_1982_80_x.txt", undefined, undefined],
  ["Contract SFS_1982_80.txt", undefined, undefined],
  ["", undefined, undefined],
])("%j", (fileName, shown, sfs) => {
  expect(swedishLawName(fileName)).toBe(shown);
  expect(readSwedishLawName(fileName)?.sfs).toBe(sfs);
});
