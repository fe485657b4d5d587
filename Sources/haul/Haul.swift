@main struct Haul { static func main() {} }
