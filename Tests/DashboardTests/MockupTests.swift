import Dashboard
import Screen
import Testing

/// The rows of the mock-ups in the plan of the dashboard, to the cell, but for the scroll bar and the order.
struct MockupTests {
    private func rows(_ width: Int, _ height: Int) -> Set<String> {
        let lines = view(Samples.model(width, height)).text.split(separator: "\n")
        return Set(
            lines.map { line in String(line.reversed().drop { $0 == " " || $0 == "█" && width == 80 || $0 == "│" }.reversed()).trimmed }
        )
    }

    @Test func `120 columns`() {
        let missing = [
            "   NAME                                         SIZE  PROGRESS                    %              SPEED      ETA  CN",
            ">●↓ debian-13.1.0-amd64-DVD-1.iso           3.72 GiB  █████████████████▋······  73%         31.2 MiB/s     0:32   8",
            " ●↓ ubuntu-26.04-desktop-amd64.iso          6.18 GiB  ██████████··············  41%         27.9 MiB/s     2:12   8",
            "  ↓ blender-5.1.2-linux-x64.tar.xz           381 MiB  ███████████████████████▏  96%         18.4 MiB/s     0:01   4",
            "  ↓ 日本語辞書データ-2026-11.zip            1.20 GiB  ██▏·····················   8%          7.1 MiB/s     2:38   4",
            "  ↻ linux-7.0.3.tar.xz                       142 MiB  █████████████▎··········  55%          retry 3/5  in 0:08   0",
            "  ≡ dataset-part-0417.parquet                512 MiB  ████████████████████████ 100%          verifying  sha-256",
            "  ‖ llvm-21.1.4.src.tar.xz                   160 MiB  ██████▌·················  27%             paused",
            "  … dataset-part-0418.parquet                512 MiB  ························               queued #1",
            "  … dataset-part-0419.parquet                512 MiB  ························               queued #2",
            "  … dataset-part-0420.parquet                      ?  ························               queued #3",
            "  ✗ firmware-bundle-v2.bin                  48.0 MiB  ██▉·····················  12%      404 Not Found",
            "  ✗ nightly-build.tar.zst                          ?  ························       TLS: cert expired",
            "  ✓ alpine-virt-3.23.0-x86_64.iso           63.0 MiB  ████████████████████████ 100%         21.0 MiB/s     0:03",
            "  ✓ swift-6.3-RELEASE-debian12.tar.gz        812 MiB  ████████████████████████ 100%         41.5 MiB/s     0:20",
            "  ✓ gcc-16.1.0.tar.xz                       92.4 MiB  ████████████████████████ 100%         12.2 MiB/s     0:08",
            "  ✓ sqlite-amalgamation-3520000.zip         2.71 MiB  ████████████████████████ 100%          9.9 MiB/s     0:00",
            "  ✓ nginx-1.30.0.tar.gz                     1.24 MiB  ████████████████████████ 100%          4.4 MiB/s     0:00",
            "  ✓ node-v26.2.0-linux-x64.tar.xz           29.8 MiB  ████████████████████████ 100%         30.1 MiB/s     0:01",
            "  ✓ openjdk-27_linux-x64_bin.tar.gz          221 MiB  ████████████████████████ 100%         28.8 MiB/s     0:08",
            "  ✓ postgresql-19.1.tar.bz2                 24.9 MiB  ████████████████████████ 100%         22.3 MiB/s     0:01",
        ].filter { !rows(120, 40).contains($0) }
        #expect(missing == [])
    }

    @Test func `80 columns`() {
        let missing = [
            "   NAME                                SIZE PROGRESS        %       SPEED   ETA",
            ">●↓ debian-13.1.0-amd64-DVD-1.iso  3.72 GiB ████████▊···  73%  31.2 MiB/s  0:32",
            " ●↓ ubuntu-26.04-desktop-amd64.iso 6.18 GiB █████·······  41%  27.9 MiB/s  2:12",
            "  ↓ blender-5.1.2-linux-x64.tar.xz  381 MiB ███████████▌  96%  18.4 MiB/s  0:01",
            "  ↓ 日本語辞書データ-2026-11.zip   1.20 GiB █···········   8%   7.1 MiB/s  2:38",
            "  ↻ linux-7.0.3.tar.xz              142 MiB ██████▋·····  55%   retry 3/5  0:08",
            "  ≡ dataset-part-0417.parquet       512 MiB ████████████ 100%   verifying",
            "  ‖ llvm-21.1.4.src.tar.xz          160 MiB ███▎········  27%      paused",
            "  … dataset-part-0418.parquet       512 MiB ············        queued #1",
            "  ✗ firmware-bundle-v2.bin         48.0 MiB █▌··········  12%    HTTP 404",
            "  ✓ alpine-virt-3.23.0-x86_64.iso  63.0 MiB ████████████ 100%  21.0 MiB/s  0:03",
            "  ✓ swift-6.3-RELEASE-d…n12.tar.gz  812 MiB ████████████ 100%  41.5 MiB/s  0:20",
            "  ✓ gcc-16.1.0.tar.xz              92.4 MiB ████████████ 100%  12.2 MiB/s  0:08",
        ].filter { !rows(80, 30).contains($0) }
        #expect(missing == [])
    }

    @Test func `40 columns`() {
        let missing = [
            ">●↓ debian-13.1.…-1.iso  73% 31.2 MiB/s",
            "    █████████████████▋······  0:32 left",
            " ●↓ ubuntu-26.04…64.iso  41% 27.9 MiB/s",
            "  ↓ blender-5.1.…tar.xz  96% 18.4 MiB/s",
            "  ↓ 日本語辞書デ…11.zip   8%  7.1 MiB/s",
            "  ↻ linux-7.0.3.tar.xz   55%  retry 3/5",
            "  ‖ llvm-21.1.4.…tar.xz  27%     paused",
            "  … dataset-part…arquet   0%  queued #1",
            "  ✗ firmware-bun…v2.bin  12%        404",
            "  ✓ alpine-virt-…64.iso 100%       done",
            "  ✓ swift-6.3-RE…tar.gz 100%       done",
        ].filter { !rows(40, 40).contains($0) }
        #expect(missing == [])
    }
}

extension String {
    fileprivate var trimmed: String {
        lastIndex { $0 != " " }.map { String(self[...$0]) } ?? ""
    }
}
